import { isolated } from "./isolate.ts";
import { AR_STEPS } from "./ar_steps.ts";
import type { Texts } from "./texts.ts";

/** Arabic. */
export const AR: Texts = {
  direction: "rtl",
  testMode: "وضع الاختبار: لا يُباع شيء ولا يُدفع شيء",
  cart: {
    title: "سلتك في انتظارك",
    intro: (shop) => `تابع من حيث توقفت في ${isolated(shop)}.`,
    reopened: "انتهت جلسة الدفع في هذه الأثناء. سنفتحها من جديد بأسعار اليوم.",
    leftOut: "لم يعد متوفرًا:",
    repriced: "تغيّرت بعض الأسعار منذ زيارتك الأخيرة.",
    each: (quantity, price) => `${quantity} × ${price}`,
    gift: "هدية مجانية",
    outOfStock: "غير متوفر حاليًا",
    resume: "متابعة إتمام الطلب",
  },
  amounts: {
    subTotal: "المجموع الفرعي",
    discount: "الخصم",
    offer: "خصم طريقة الدفع",
    coins: "النقاط",
    taxIncluded: (tax) => `يشمل ضريبة قدرها ${tax}`,
    tax: "الضريبة",
    shipping: "التوصيل",
    codFee: "الدفع عند الاستلام",
    total: "الإجمالي",
    free: "مجانًا",
    plusShipping: "تُضاف رسوم التوصيل بعد إدخال العنوان.",
  },
  badCart: { title: "لا يمكن فتح السلة", text: "ربما لم تعد بعض المنتجات معروضة للبيع." },
  tooManyCarts: { title: "سلال كثيرة جدًا", text: "يُرجى المحاولة مرة أخرى لاحقًا." },
  notFound: {
    title: "لم يعد هذا الرابط صالحًا",
    text: "ربما اكتمل الطلب أو أصبح الرابط قديمًا. يُرجى العودة إلى المتجر.",
  },
  tooMany: { title: "محاولات كثيرة جدًا", text: "يُرجى الانتظار دقيقة ثم المحاولة من جديد." },
  refused: {
    title: "لا يمكن فتح هذه الصفحة",
    text: "يُرجى فتح الرابط من رسالتك مرة أخرى.",
  },
  failed: { title: "حدث خطأ ما", text: "يُرجى المحاولة مرة أخرى بعد قليل." },
  steps: AR_STEPS,
  outcomes: {
    waiting: {
      title: "في انتظار الدفع",
      text: "ستنتقل هذه الصفحة تلقائيًا حالما يصل الدفع إلى المتجر.",
      late: "انتهت مهلة هذا الدفع. إذا كنت قد دفعت، فسيُسجَّل الطلب رغم ذلك.",
      amount: "المطلوب دفعه",
      resume: "متابعة الدفع",
      other: "اختيار طريقة أخرى",
    },
    manual: {
      title: (amount) => `ادفع ${amount} لإتمام الطلب`,
      text: (shop) => `يُسجَّل طلبك حالما يؤكد ${isolated(shop)} وصول الدفع.`,
      due: "آخر موعد للدفع",
      late: "انتهت مهلة هذا الدفع، ولم تعد المنتجات محجوزة لك.",
      reference: "المرجع",
      upi: "معرّف UPI",
      scan: "امسح الرمز بأي تطبيق UPI",
      open: "فتح تطبيق UPI",
      how: "طريقة الدفع",
    },
    done: {
      title: "شكرًا لطلبك",
      text: (shop) => `استلم ${isolated(shop)} طلبك.`,
      cancelled: "أُلغي هذا الطلب",
      number: "رقم الطلب",
      placed: "تاريخ الطلب",
      paid: "المدفوع",
      due: "المطلوب عند الاستلام",
      address: "عنوان التوصيل",
      contact: "الاتصال",
    },
    ended: {
      title: "انتهت جلسة الدفع هذه",
      text: "بقيت مفتوحة مدة طويلة دون نشاط. ابدأ من جديد من المتجر.",
    },
  },
};
