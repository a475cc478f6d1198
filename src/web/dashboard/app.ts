import { AppError } from "../../domain/errors.ts";
import { type Person, subjectOf } from "../../domain/people/person.ts";
import { may, type Role, roleIn } from "../../domain/people/role.ts";
import type { MerchantHead } from "../../domain/shop/merchant.ts";
import type { DashboardFrame } from "./frame.tsx";
import { SIGN_IN_PATH } from "./sign_in/sign_in.tsx";
import { BODY_DEADLINE_MS, FORM_LIMIT_BYTES } from "../guard/body.ts";
import { clientAddress } from "../guard/client_address.ts";
import { hidesLongBody, requireReadable } from "../guard/readable.ts";
import { queryOf, requestPath } from "../guard/target.ts";
import { answerAndDrop } from "../guard/unread_body.ts";
import { readUpload, UPLOAD_DEADLINE_MS } from "../guard/upload.ts";
import type { FileReply } from "../reply.ts";
import { RequestContext, type RequestContextDeps } from "../request_context.ts";
import { mayLoad, ownShop, sectionPages } from "./access.ts";
import { Attempts } from "./sign_in/attempts.ts";
import { failurePage, forbidden, foreignForm, misdirected, notFound } from "./errors.ts";
import { type DashboardOrigins, isOwnHost, isSameOrigin, SignInCookie } from "./guard.ts";
import type { DashboardServices, OpenCall, PersonCall, ShopCall } from "./page.ts";
import { dashboardPages } from "./pages.ts";
import { PasswordAgain } from "./sign_in/password_again.ts";
import { seeOther } from "./replies.ts";
import { type DashboardRoute, dashboardRouter } from "./router.ts";

/** Options of {@link createDashboard}. */
export interface DashboardAppOptions extends RequestContextDeps, DashboardOrigins {
  readonly services: DashboardServices;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after a number of milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** Number of proxies in front whose `X-Forwarded-For` is trusted. */
  readonly trustedHops: number;
  /** True if browsers speak TLS with this process itself. */
  readonly overTls: boolean;
}

/** The dashboard as a function from a request and the socket's address to a response. */
export interface DashboardApp {
  fetch(request: Request, peer: () => string): Promise<Response>;
}

/** Frame of a page without a person. */
const NO_PERSON: DashboardFrame = { person: null, shop: null, shops: [], sections: [] };

/** Composes the checks that every request passes, in this order, and the pages. */
export function createDashboard(options: DashboardAppOptions): DashboardApp {
  const attempts = new Attempts();
  const pages = dashboardPages(options.services, attempts);
  const app: Composed = {
    ...options,
    router: dashboardRouter(pages),
    sections: sectionPages(pages),
    cookie: new SignInCookie(options),
    passwordAgain: new PasswordAgain(options.services, attempts),
  };
  return {
    async fetch(request, peer) {
      const context = new RequestContext(request, options);
      const { url, headers } = request;
      try {
        const path = requestPath(url, headers.get("host"), options.overTls);
        context.path = path ?? "";
        if (path === undefined) throw new AppError("error.invalid-request", "Host must be valid");
        if (!isOwnHost(options, request)) return context.finish(misdirected({ frame: NO_PERSON }));
        requireReadable(context);
        const isRead = request.method === "GET" || request.method === "HEAD";
        if (!isRead && !isSameOrigin(options, headers)) {
          return context.finish(foreignForm({ frame: NO_PERSON }));
        }
        return context.finish(await context.inTime(answer(app, context, peer)));
      } catch (thrown) {
        const { reply, error } = failurePage({ frame: NO_PERSON }, thrown);
        const refusal = context.finish(reply, error);
        return hidesLongBody(context) ? answerAndDrop(refusal) : refusal;
      }
    },
  };
}

/** The parts of a composed dashboard. */
interface Composed extends DashboardAppOptions {
  readonly router: ReturnType<typeof dashboardRouter>;
  readonly sections: ReturnType<typeof sectionPages>;
  readonly cookie: SignInCookie;
  readonly passwordAgain: PasswordAgain;
}

async function answer(
  app: Composed,
  context: RequestContext,
  peer: () => string,
): Promise<FileReply> {
  const { request: { method }, path } = context;
  const route = app.router.find(method === "HEAD" ? "GET" : method, path);
  if (route === undefined) return unmatched(app, path);
  context.operation = route.operation;
  const call = openCall(app, context, { route, peer });
  const { operation } = route;
  if (operation.needs === "open") return await operation.handle(call);
  const person = await call.signedIn();
  if (person === null) return toSignIn(app, context);
  context.person = person;
  if (operation.isLong === true) context.endDeadline();
  return await answerPerson(app, { route, call, person });
}

async function answerPerson(
  { services, sections, passwordAgain }: Composed,
  { route: { operation, params }, call, person }: {
    readonly route: DashboardRoute;
    readonly call: OpenCall;
    readonly person: Person;
  },
): Promise<FileReply> {
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
  if (operation.needs === "open" || operation.needs === "signed-in") {
    return await operation.handle(framed(null, null));
  }
  if (operation.needs === "installation") {
    const own = framed(null, null);
    return mayLoad(operation, person, null) ? await operation.handle(own) : notFound(own);
  }
  const found = ownShop(person, shops, params["shop"] ?? "");
  if (found === undefined) return notFound(framed(null, null));
  const { shop, role } = found;
  const own = framed(shop, role);
  if (!mayLoad(operation, person, role)) return forbidden(own, role);
  const inShop: ShopCall = {
    ...own,
    shop: await services.merchants.find(shop.id),
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
  return await passwordAgain.ask(operation, inShop) ?? await operation.handle(inShop);
}

function openCall(
  { now, wait, trustedHops, services, cookie, origins }: Composed,
  context: RequestContext,
  { route: { params, operation }, peer }: {
    readonly route: DashboardRoute;
    readonly peer: () => string;
  },
): OpenCall {
  const { request, path, startedMs } = context;
  const { url, headers } = request;
  const value = cookie.read(headers);
  const reading = {
    deadlineMs: operation.formLimitBytes === undefined ? BODY_DEADLINE_MS : UPLOAD_DEADLINE_MS,
    onBegin: () => context.bodyBegins(),
  };
  let form: Promise<URLSearchParams> | undefined;
  let signedIn: Promise<Person | null> | undefined;
  return {
    path,
    query: new URLSearchParams(queryOf(url)),
    now: now(),
    wait,
    startedMs,
    frame: NO_PERSON,
    origin: origins[0],
    address: clientAddress(peer(), headers.get("x-forwarded-for"), trustedHops),
    cookie: value,
    cookieHeader: (token) => cookie.header(token),
    signedIn: () =>
      signedIn ??= value === undefined ? Promise.resolve(null) : services.signIns.find(value),
    param: (name) => decoded(params[name] ?? ""),
    form: () =>
      form ??= readUpload(request, reading, {
        limitBytes: operation.formLimitBytes ?? FORM_LIMIT_BYTES,
        turn: () => wait(0),
      }).finally(() => context.bodyEnds()),
  };
}

/** Leads to the sign-in page, and from there to the page that was asked for. */
function toSignIn({ cookie }: Composed, { request, path }: RequestContext): FileReply {
  const query = queryOf(request.url);
  const next = request.method === "POST" || path === "/"
    ? ""
    : `?next=${encodeURIComponent(query === "" ? path : `${path}?${query}`)}`;
  const ended = cookie.read(request.headers) === undefined ? {} : cookie.header(null);
  return seeOther(`${SIGN_IN_PATH}${next}`, ended);
}

/** Answers a request without a page: unknown path, or another method. */
function unmatched({ router }: Composed, path: string): FileReply {
  const methods = router.methodsOf(path);
  if (methods.length === 0) return notFound({ frame: NO_PERSON });
  const refused = new AppError(
    "error.method-not-allowed",
    "This address only receives a form; it has no page",
  );
  const { reply } = failurePage({ frame: NO_PERSON }, refused);
  const Allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort().join(", ");
  return { ...reply, headers: { ...reply.headers, Allow }, failure: refused.code };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
