import { AppError } from "../../domain/errors.ts";
import { passkeyPlace } from "../../domain/people/passkey.ts";
import { subjectOf } from "../../domain/people/person.ts";
import { may, type Role, roleIn } from "../../domain/people/role.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { MerchantHead } from "../../domain/shop/merchant.ts";
import {
  type Check,
  type Fetcher,
  type FrameOptions,
  requireHost,
  requireOperation,
  served,
} from "../frame.ts";
import { BODY_DEADLINE_MS, FORM_LIMIT_BYTES } from "../guard/body.ts";
import { requireReadable } from "../guard/readable.ts";
import { queryOf } from "../guard/target.ts";
import { readUpload, UPLOAD_DEADLINE_MS } from "../guard/upload.ts";
import type { FileReply } from "../reply.ts";
import { compressedPage } from "../static_file.ts";
import type { RequestContext } from "../request_context.ts";
import { Router } from "../router.ts";
import { mayLoad, ownShop, sectionPages, waitsForFactor } from "./access.ts";
import { failurePage, forbidden, foreignForm, misdirected, notFound } from "./errors.ts";
import type { DashboardFrame } from "./frame.tsx";
import { type DashboardOrigins, isSameOrigin, OwnCookie, ownOrigin, toSignIn } from "./guard.ts";
import type { DashboardPage, DashboardServices, OpenCall, PersonCall, ShopCall } from "./page.ts";
import { dashboardPages } from "./pages.ts";
import { seeOther } from "./replies.ts";
import { Attempts } from "./sign_in/attempts.ts";
import { REQUIRED_FACTOR_PATH } from "./sign_in/factor_form.tsx";
import { PasswordAgain } from "./sign_in/password_again.ts";

/** Options of {@link createDashboard}. */
export interface DashboardAppOptions extends FrameOptions, DashboardOrigins {
  readonly services: DashboardServices;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after a number of milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Frame of a page without a person. */
const NO_PERSON: DashboardFrame = { person: null, shop: null, shops: [], sections: [] };

/** Composes the checks that every request passes, in this order, and the pages. */
export function createDashboard(options: DashboardAppOptions): Fetcher {
  const { services, origins, now, wait } = options;
  const attempts = new Attempts();
  const pages = dashboardPages(services, attempts);
  const router = new Router(pages);
  const cookie = new OwnCookie(options, "signIn");
  const known = new OwnCookie(options, "known");
  return served<DashboardPage, EnteringCall>(options, {
    router,
    open({ operation, params }, passage) {
      const { context } = passage;
      const { request, path, startedMs } = context;
      const value = cookie.read(request.headers);
      const host = ownOrigin(options, request);
      const { formLimitBytes: limitBytes = FORM_LIMIT_BYTES, hasBinaryFile: isBinary = false } =
        operation;
      const deadlineMs = operation.formLimitBytes ? UPLOAD_DEADLINE_MS : BODY_DEADLINE_MS;
      let form: Promise<URLSearchParams> | undefined;
      let signedIn: ReturnType<OpenCall["signedIn"]> | undefined;
      return {
        operation,
        path,
        query: new URLSearchParams(queryOf(request.url)),
        now: now(),
        wait,
        startedMs,
        frame: NO_PERSON,
        origin: origins[0],
        passkeyPlace: host === undefined ? undefined : passkeyPlace(host),
        address: passage.address(),
        apart: (work) => context.apart(work),
        cookie: value,
        knownBrowser: known.read(request.headers),
        cookieHeader: (token) => cookie.header(token),
        signedIn: () =>
          signedIn ??= value === undefined ? Promise.resolve(null) : services.signIns.find(value),
        shopId: params["shop"] ?? "",
        header: (name) => request.headers.get(name),
        param: (name) => decoded(params[name] ?? ""),
        form: () =>
          form ??= context.reads(
            readUpload(request, context.reading(deadlineMs), {
              limitBytes,
              turn: () => wait(0),
              isBinary,
            }),
          ),
      };
    },
    checks: [
      ["host", requireHost],
      ["own host", requireOwnHost(options)],
      ["readable", requireReadable],
      ["origin", requireOwnForm(options)],
      ["method", requireOperation(router, unmatched)],
      ["person", requirePerson(cookie)],
      ["role", requireRole(services, sectionPages(pages))],
      ["password", askPassword(new PasswordAgain(services, attempts))],
      ["download", noteDownload(services)],
      ["answer", answer(services, known)],
    ],
    refuse: (thrown) => failurePage({ frame: NO_PERSON }, thrown),
  });
}

/** A request on its way to its page. */
interface EnteringCall extends OpenCall {
  /** The shop and the answer, once the role of the person is checked. */
  admitted?: {
    /** Of a signed-in person. */
    readonly own?: PersonCall;
    readonly asksIf?: ((form: URLSearchParams) => MaybePromise<boolean>) | undefined;
    handle(): MaybePromise<FileReply>;
  };
}

/** Refuses any other name that leads to the dashboard. */
function requireOwnHost(origins: DashboardOrigins): Check<EnteringCall> {
  return ({ context: { request } }) => {
    if (ownOrigin(origins, request) === undefined) return misdirected({ frame: NO_PERSON });
  };
}

/** Refuses a form of another site. */
function requireOwnForm(origins: DashboardOrigins): Check<EnteringCall> {
  return ({ context: { request: { headers }, hidesBody } }) => {
    if (!hidesBody && !isSameOrigin(origins, headers)) return foreignForm({ frame: NO_PERSON });
  };
}

/** Leads to the sign-in page without a person, unless the page is for everyone. */
function requirePerson(cookie: OwnCookie): Check<EnteringCall> {
  return async ({ call, context }) => {
    if (call.operation.needs === "open") return;
    const person = await call.signedIn();
    if (person === null) return toSignIn(cookie, context);
    context.person = person;
    if (call.operation.isLong === true) context.endDeadline();
  };
}

/** Admits a person only to a shop and with a role that allow the page. */
function requireRole(
  services: DashboardServices,
  sections: ReturnType<typeof sectionPages>,
): Check<EnteringCall> {
  return async ({ call, call: { operation }, context: { person } }) => {
    const admit = (handle: () => MaybePromise<FileReply>, own?: PersonCall) => {
      call.admitted = { handle, ...own !== undefined && { own } };
    };
    if (operation.needs === "open") return admit(() => operation.handle(call));
    if (person === undefined) throw new Error("The person is checked first");
    const shops = (await services.merchants.heads())
      .filter(({ id }) => roleIn(person, id) !== null);
    const framed = (shop: MerchantHead | null, role: Role | null): PersonCall => ({
      ...call,
      person,
      by: subjectOf(person),
      shops,
      frame: {
        person,
        shop,
        shops,
        sections: [...sections].filter(([, page]) => mayLoad(page, person, role))
          .map(([name]) => name),
      },
    });
    if (operation.needs === "signed-in" || operation.needs === "installation") {
      const own = framed(null, null);
      if (!mayLoad(operation, person, null)) return notFound(own);
      if (await waitsForFactor(operation, person, services)) return seeOther(REQUIRED_FACTOR_PATH);
      return admit(() => operation.handle(own), own);
    }
    const found = ownShop(person, shops, call.shopId);
    if (found === undefined) return notFound(framed(null, null));
    const { shop, role } = found;
    const own = framed(shop, role);
    if (!mayLoad(operation, person, role)) return forbidden(own, role);
    const settings = await services.merchants.find(shop.id);
    if (settings.requiresFactor && !person.hasFactor) return seeOther(REQUIRED_FACTOR_PATH);
    const inShop: ShopCall = {
      ...own,
      shop: settings,
      role,
      may: (permission) => may(role, permission),
      form: async () => {
        const values = await call.form();
        // It may have arrived slowly: after the person was removed, or the role lowered.
        const again = call.cookie === undefined ? null : await services.signIns.find(call.cookie);
        if (again !== null && mayLoad(operation, again, roleIn(again, shop.id))) return values;
        throw new AppError("error.unauthorized", "Your access has changed: load the page again");
      },
    };
    admit(() => operation.handle(inShop), inShop);
    const { asksIf } = operation;
    if (asksIf !== undefined) {
      call.admitted = { ...call.admitted!, asksIf: (form) => asksIf(inShop, form) };
    }
  };
}

/** Asks for the password again before a file with personal data, and before what gives access. */
function askPassword(passwordAgain: PasswordAgain): Check<EnteringCall> {
  return ({ call: { operation, admitted } }) =>
    admitted?.own && passwordAgain.ask(operation, admitted.own, admitted.asksIf);
}

/** Records the download of a file with personal data. */
function noteDownload({ audit }: Pick<DashboardServices, "audit">): Check<EnteringCall> {
  return async ({ call: { operation, admitted } }) => {
    if (!operation.isExportOfPersons || admitted?.own === undefined) return;
    const { frame, shops, by } = admitted.own;
    const shop = shops.find(({ id }) => id === frame.shop?.id);
    await audit.noteDownload(operation.id, shop?.id ?? null, by);
  };
}

/** Answers, and lets the browser of a signed-in person know that it is known. */
function answer({ browsers }: DashboardServices, cookie: OwnCookie): Check<EnteringCall> {
  return async ({ call: { admitted, operation, header, knownBrowser } }) => {
    if (admitted === undefined) throw new Error("The role is checked first");
    const reply = await admitted.handle();
    const shown = operation.isCompressed === true ? await compressedPage(reply, header) : reply;
    if (admitted.own === undefined || shown.headers?.["Set-Cookie"] !== undefined) return shown;
    const token = await browsers.next(admitted.own.person.login, knownBrowser);
    if (token === null) return shown;
    return { ...shown, headers: { ...shown.headers, ...cookie.header(token) } };
  };
}

/** Answers a request without a page: unknown path, or another method. */
function unmatched(_: RequestContext, allow?: string): FileReply {
  if (allow === undefined) return notFound({ frame: NO_PERSON });
  const message = "This address only receives a form; it has no page";
  return failurePage({ frame: NO_PERSON }, new AppError("error.method-not-allowed", message));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
