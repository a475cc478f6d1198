import type { Texts } from "./texts.ts";

/** Arabic. */
export const AR: Texts = {
  direction: "rtl",
  cart: {
    title: "سلتك في انتظارك",
    intro: (shop) => `تابع من حيث توقفت في ${shop}.`,
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
    tax: "الضريبة",
    shipping: "التوصيل",
    codFee: "الدفع عند الاستلام",
    total: "الإجمالي",
    free: "مجانًا",
    plusShipping: "تُضاف رسوم التوصيل عند إتمام الطلب.",
  },
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
};
