/** The dashboard over the services of a world, and people who use it. */
import type { Alarm } from "../../../src/domain/alarm.ts";
import { setImmediate } from "node:timers";
import type { Diagnosis } from "../../../src/domain/diagnosis.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Person } from "../../../src/domain/people/person.ts";
import type { Access, Role } from "../../../src/domain/people/role.ts";
import { createDashboard } from "../../../src/web/dashboard/app.ts";
import type { Fetcher } from "../../../src/web/frame.ts";
import type { DashboardServices } from "../../../src/web/dashboard/page.ts";
import type { RequestEntry } from "../../../src/web/request_context.ts";
import type { Examination } from "../../../src/service/health/doctor.ts";
import { readHeader } from "../../../src/pictures/header.ts";
import { zxcvbnGuesses } from "../../../src/process/machine/password_guesses.ts";
import { scryptPasswords } from "../../../src/process/machine/scrypt.ts";
import { Deliveries } from "../../../src/service/webhooks/deliveries.ts";
import type { Passwords } from "../../../src/service/people/passwords.ts";
import { type SignInAttempt, SignInTrail } from "../../../src/service/people/sign_in_trail.ts";
import { newSession } from "../../../src/service/people/sign_in_session.ts";
import { effectsOf, type World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";
import { FakeNet } from "../../support/fake_net.ts";
import { webhooksOver } from "../../support/webhooks.ts";
import { encoded } from "./encoded.ts";
import { channelServices, type MailBox, mailBox } from "./mails.ts";
import { peopleServices } from "./people_services.ts";

/** A request of a browser. */
export interface Visit {
  readonly headers?: Readonly<Record<string, string>>;
  /** Value of the sign-in cookie. */
  readonly cookie?: string | undefined;
  /** The fields of a form: pairs, where a name comes twice. */
  readonly form?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly peer?: string;
}

/** An answer of the dashboard. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A signed-in person, with a browser of their own. */
export interface Visitor {
  readonly person: Person;
  readonly cookie: string;
  get(path: string): Promise<Seen>;
  /** Sends a form as the page's own. */
  post(path: string, form?: Visit["form"]): Promise<Seen>;
  /** Enters the password again. */
  confirm(): Promise<Seen>;
}

/** The dashboard, its log, and browsers. */
export interface Dashboard extends Fetcher {
  readonly services: DashboardServices;
  /** Webhook endpoints, as they answer. */
  readonly net: FakeNet;
  /** Findings of the doctor, alarms, and its calls. */
  readonly findings: Diagnosis[];
  readonly alarms: Alarm[];
  readonly examined: Examination[];
  /** True once the server has made a backup. */
  readonly backups: { made: boolean };
  /** When answers that wait for a double click are given (default: at once). */
  readonly answers: { until: Promise<void> };
  readonly log: RequestEntry[];
  /** Logged attempts to sign in. */
  readonly attempts: SignInAttempt[];
  /** `http://localhost:8081` unless told otherwise. */
  readonly origin: string;
  send(method: string, path: string, visit?: Visit): Promise<Seen>;
  /** Adds a person with a password, {@link PASSWORD}, and signs them in. */
  visitor(login: string, access: Partial<Access>, name?: string): Promise<Visitor>;
}

/** Password of every visitor. */
export const PASSWORD = "correct horse battery";

/** Headers of a browser with a form of the page itself. */
export const OWN_FORM = { "sec-fetch-site": "same-origin" };

/** A role in one shop. */
export function roleAt(merchantId: MerchantId, role: Role): Partial<Access> {
  return { shops: [{ merchantId, role }] };
}

/** Composes the dashboard of a world. */
export function dashboardOf(
  world: Pick<World, "clock" | "store" | "services">,
  {
    origin = "http://localhost:8081",
    trustedHops = 0,
    passwords: given,
    databaseMs,
    mail = mailBox(world, null),
  }: {
    /** Mail servers (default: that of a shop alone). */
    readonly mail?: MailBox;
    /** Instead of scrypt at a low cost. */
    readonly passwords?: Passwords;
    readonly origin?: string;
    readonly trustedHops?: number;
    readonly databaseMs?: number;
  } = {},
): Dashboard {
  const { clock, store } = world;
  const deps = { ...effectsOf(clock), newId: () => crypto.randomUUID(), store };
  const passwords = given ?? scryptPasswords({ ...deps, cost: { log2N: 4, r: 8, p: 1 } });
  const net = new FakeNet(clock.now);
  const [findings, alarms]: [Diagnosis[], Alarm[]] = [[], []];
  const examined: Examination[] = [];
  const backups = { made: false };
  const attempts: SignInAttempt[] = [];
  const trail = new SignInTrail({ ...deps, log: (attempt) => attempts.push(attempt) });
  const secrets = plainSecrets(store);
  const { routes } = mail;
  const own = { ...deps, passwords, guesses: zxcvbnGuesses(), trail, secrets, routes };
  const services: DashboardServices = {
    ...world.services,
    ...peopleServices(own),
    webhooks: webhooksOver({ ...world, net }, deps),
    ...channelServices({ ...deps, secrets }, mail),
    deliveries: new Deliveries(deps),
    doctor: {
      examine: (examination) => {
        examined.push(examination);
        return Promise.resolve(findings);
      },
      alarms: () => alarms,
      hasBackup: () => backups.made,
    },
    // Of a right file; real ones are made in tests/pictures.
    makePicture: async (file) => {
      await Promise.resolve(readHeader(file));
      return { large: file, small: file.slice(0, 4) };
    },
  };

  const answers = { until: Promise.resolve() };
  const log: RequestEntry[] = [];
  let requests = 0;
  const app = createDashboard({
    services,
    now: clock.now,
    wait: () => answers.until,
    monotonicMs: clock.monotonicMs,
    newRequestId: () => `visit-${++requests}`,
    log: (entry) => log.push(entry),
    origins: [origin],
    isSecure: origin.startsWith("https:"),
    trustedHops,
    overTls: false,
    databaseMs,
  });
  const send: Dashboard["send"] = async (method, path, visit = {}) => {
    const { headers = {}, cookie, form, peer = "192.0.2.1" } = visit;
    const pairs = form === undefined || Array.isArray(form) ? form : Object.entries(form);
    const posted = pairs && await encoded(pairs);
    const name = origin.startsWith("https:") ? "__Host-ck" : "ck";
    const request = new Request(`${origin.replace("https:", "http:")}${path}`, {
      method,
      headers: {
        host: new URL(origin).host,
        ...(cookie !== undefined && { cookie: `${name}=${cookie}` }),
        ...posted?.headers,
        ...headers,
      },
      ...(posted && { body: posted.body }),
    });
    const response = await app.fetch(request, () => peer);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const visitor: Dashboard["visitor"] = async (login, access, name = "") => {
    const { people } = services;
    const rights = { everywhere: null, shops: [], ...access };
    // A person may have no role, as after all were taken.
    const added = await people.add(
      { login, name, everywhere: "viewer", shops: rights.shops },
      OPERATOR,
    );
    const grant = { merchantId: null, role: rights.everywhere };
    const person = await people.grant(added, [grant], OPERATOR);
    // As by a sign-in a while ago, which is in no audit trail.
    const how = { method: "password", address: "192.0.2.1" } as const;
    const { session, token: cookie } = newSession(deps, person.id, how);
    const hash = await passwords.hash(PASSWORD);
    await store.commit([
      { kind: "person.password", personId: person.id, hash, expect: null },
      { kind: "signIn.add", session },
    ]);
    const post: Visitor["post"] = (path, form = {}) =>
      send("POST", path, { cookie, form, headers: OWN_FORM });
    return {
      person,
      cookie,
      get: (path) => send("GET", path, { cookie }),
      post,
      confirm: () => post("/password", { own_password: PASSWORD, next: "/" }),
    };
  };
  return {
    ...app,
    services,
    attempts,
    net,
    findings,
    alarms,
    examined,
    backups,
    answers,
    log,
    origin,
    send,
    visitor,
  };
}

/** Sends a form so often while its first answer waits, as by clicks without a script. */
export async function clicked(
  { answers }: Dashboard,
  times: number,
  send: () => Promise<Seen>,
): Promise<Seen[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers.until = promise;
  const all = Array.from({ length: times }, send);
  // Until each of them has read its form: nothing else is waited for.
  for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next));
  resolve();
  return await Promise.all(all);
}

/** Signs in with a password. */
export function signIn({ send }: Dashboard, login: string, password: string, visit: Visit = {}) {
  const headers = { ...OWN_FORM, ...visit.headers };
  return send("POST", "/sign-in", { ...visit, headers, form: { login, password } });
}

/** The value of the cookie that an answer sets; undefined for none. */
export function cookieOf({ headers }: Seen): string | undefined {
  const [, value] = /^(?:__Host-)?ck=([^;]*);/.exec(headers.get("set-cookie") ?? "") ?? [];
  return value;
}
