import type { PictureMaker } from "../domain/shop/picture.ts";
import { type DashboardOptions, isThisMachine } from "../command/dashboard_options.ts";
import { hasColors } from "../command/sink.ts";
import type { SecretKeys } from "../domain/secret.ts";
import { createDashboard } from "../web/dashboard/app.ts";
import type { Fetcher } from "../web/frame.ts";
import { ChannelForms } from "../service/channels/channel_forms.ts";
import { Channels } from "../service/channels/channels.ts";
import type { MessageSenderDeps } from "../service/channels/message_sender.ts";
import { Doctor, type DoctorDeps } from "../service/health/doctor.ts";
import { Emails } from "../service/people/emails.ts";
import { Factors } from "../service/people/factors.ts";
import { KnownBrowsers } from "../service/people/known_browsers.ts";
import { LinkMails } from "../service/people/link_mails.ts";
import { MailRoutes } from "../service/people/mail_routes.ts";
import { PasskeySignIns } from "../service/people/passkey_sign_ins.ts";
import { Passkeys } from "../service/people/passkeys.ts";
import { OwnAccount } from "../service/people/own_account.ts";
import { PersonMails } from "../service/people/person_mails.ts";
import { SignInTrail } from "../service/people/sign_in_trail.ts";
import { SignIns } from "../service/people/sign_ins.ts";
import type { Secrets } from "../service/secrets/secrets.ts";
import { createOperatorServices } from "../service/services.ts";
import { Deliveries } from "../service/webhooks/deliveries.ts";
import { Webhooks } from "../service/webhooks/webhooks.ts";
import type { Store } from "../store/store.ts";
import { databaseMsOf } from "./database/limit.ts";
import { presencePart } from "./database/presence.ts";
import { type SealDatabase, secretsOver } from "./secrets/sealing.ts";
import { WATCH_MS, watchStore } from "./database/watch.ts";
import { Ending, isOnTerminal, listenToSignals } from "./lifetime/ending.ts";
import { type Part, Parts } from "./lifetime/parts.ts";
import { every, type RecurringTask } from "./lifetime/timing.ts";
import { type TcpPlace, type TlsPlace, urlOf } from "./listen/listener.ts";
import { servingPart } from "./listen/serve.ts";
import { createLogger, type Logger, type LoggerOptions } from "./log/log.ts";
import { requestLog } from "./log/requests.ts";
import { writesLog } from "./log/writes.ts";
import { callProvider } from "./provider_client.ts";
import { EFFECTS, requestIds } from "./machine/effects.ts";
import { machine } from "./machine/machine.ts";
import { lowerPriority } from "./machine/priority.ts";
import { zxcvbnGuesses } from "./machine/password_guesses.ts";
import { scryptPasswords } from "./machine/scrypt.ts";
import { writeText } from "./machine/sink.ts";
import { ownTerminal } from "./machine/terminal.ts";
import { personMailsPart } from "./person_mails.ts";
import { sendersOver } from "./services.ts";
import { smtpClient } from "./smtp_client.ts";
import { resolveHost } from "./webhook_client.ts";

/** From a signal to the exit. */
const END_MS = 9000;
/** Of these, the time for running requests. */
const DRAIN_MS = 5000;

/** Messages to a dashboard and from it. */
export interface DashboardHooks {
  /** Its log (default: from `info`, by the terminal). */
  readonly log?: Pick<LoggerOptions, "level" | "format">;
  /** Lines of its supervisor; undefined without one. */
  readonly relayed?: AsyncIterable<string> | undefined;
  /** Called with the URL once it listens. */
  readonly onListen: (url: string, logger: Logger) => void;
}

/** Dependencies of {@link serveDashboard}. */
export interface DashboardDeps extends DashboardHooks {
  /** Locks the database against a restore, and opens the store. */
  readonly open: (log: ReturnType<typeof writesLog>) => Promise<Store>;
  readonly maintenance: DoctorDeps["maintenance"];
  /** Keys that seal secrets, and how the first secret is sealed. */
  readonly keys: SecretKeys;
  readonly seal: SealDatabase;
  /** Readers of stored forms, for messages of shops. */
  readonly forms: MessageForms;
  readonly makePicture: PictureMaker;
}

/** Readers for messages of shops. */
type MessageForms = Pick<MessageSenderDeps, "phoneOrigins" | "readSms">;

/**
 * Serves the dashboard until a signal or a failure ends it. It logs to stderr.
 *
 * @returns the exit code
 * @throws {DatabaseOpenError | DatabaseLockError | ListenError} when it cannot start
 */
export async function serveDashboard(
  path: string,
  options: DashboardOptions,
  { open, onListen, maintenance, keys, seal, forms, makePicture, relayed, log }: DashboardDeps,
): Promise<number> {
  const { now, monotonicMs, wait } = EFFECTS;
  const terminal = ownTerminal();
  const { stderr } = terminal;
  // Customers of a server on the same machine go first.
  lowerPriority();
  const logger = createLogger({
    ...log ?? { level: "info", format: "auto" },
    terminal: stderr.isTerminal ? { hasColors: hasColors(stderr, terminal) } : undefined,
    now,
    write: (text) => writeText(Deno.stderr, text),
  });
  const ending = new Ending(END_MS, monotonicMs);
  const place = placeOf(options);
  const endsOnHangup = place.kind !== "tls" && isOnTerminal();
  const hangups = listenToSignals({ ending, endsOnHangup, relayed });
  const parts = new Parts({ ending, logger });
  try {
    const store = await parts.start({
      start: () => open(writesLog(logger, () => ending.fail())),
      close: (opened) => opened.close(),
    });
    await parts.start(presencePart(store, logger));
    await parts.start(watchPart(store, logger));
    const { times, backups } = options;
    const doctor = new Doctor({ path, now, machine, maintenance, backups, times, keys });
    const secrets = secretsOver(store, { database: path, keys, seal });
    const services = dashboardServices(store, logger, { ...options, secrets, forms });
    // Its origins depend on the port.
    const { promise: app, resolve } = Promise.withResolvers<Fetcher>();
    const { promise: origin, resolve: resolveOrigin } = Promise.withResolvers<string>();
    await parts.start(servingPart({
      place,
      stop: ending.signal,
      hangups,
      drainMs: DRAIN_MS,
      logger,
      now,
      onListen: (actual) => {
        const port = actual.kind === "unix" ? place.port : actual.port;
        const origins = originsOf({ ...place, port }, options);
        resolve(createDashboard({
          services: { ...services, doctor, makePicture },
          now,
          wait,
          monotonicMs,
          databaseMs: databaseMsOf(store),
          newRequestId: requestIds(),
          log: requestLog(logger),
          origins,
          isSecure: options.behindProxy || place.kind === "tls",
          overTls: place.kind === "tls",
          trustedHops: options.behindProxy ? 1 : 0,
        }));
        resolveOrigin(origins[0]);
        onListen(origins[0], logger);
      },
    }, async (request, peer) => (await app).fetch(request, peer)));
    await parts.start(personMailsPart(services.personMails, { origin, logger }));
    await ending.begun;
  } finally {
    await parts.close();
  }
  return ending.exitCode;
}

/** Looks after a store, as the jobs of a server do. */
function watchPart(store: Store, logger: Logger): Part<RecurringTask> {
  const onError = (error: unknown) => logger.error("The check failed", { error });
  return {
    start: () => every(WATCH_MS, () => watchStore(store), onError),
    close: (recurring) => recurring.stop(),
  };
}

function placeOf({ host, port, tlsCert, tlsKey }: DashboardOptions): TcpPlace | TlsPlace {
  return tlsCert === undefined || tlsKey === undefined
    ? { kind: "tcp", host, port }
    : { kind: "tls", host, port, certFile: tlsCert, keyFile: tlsKey };
}

/** Services of a dashboard in this process. */
export function dashboardServices(
  store: Store,
  logger: Pick<Logger, "info" | "warn">,
  { allowInsecureWebhooks: allowInsecure, checkoutUrl, secrets, mail: operator, forms }:
    & Pick<DashboardOptions, "allowInsecureWebhooks" | "checkoutUrl" | "mail">
    & { readonly secrets: Secrets; readonly forms: MessageForms },
) {
  const deps = { ...EFFECTS, store, secrets, callProvider };
  const routes = new MailRoutes({ store, secrets, operator, allowInsecure });
  const warn: Logger["warn"] = (message, fields) => logger.warn(message, fields);
  const mail = smtpClient({ resolve: resolveHost });
  const trail = new SignInTrail({
    ...deps,
    log: (attempt) =>
      logger[attempt.outcome === "right" ? "info" : "warn"]("sign-in", { ...attempt }),
  });
  const people = { ...deps, trail, passwords: scryptPasswords(EFFECTS), guesses: zxcvbnGuesses() };
  const outside = { allowInsecure, warn, onRefused: () => {}, secrets, ...forms };
  const { sender, messages } = sendersOver(store, outside);
  const channels = new Channels({ ...deps, messages });
  return {
    ...createOperatorServices(deps),
    signIns: new SignIns(people),
    browsers: new KnownBrowsers(deps),
    account: new OwnAccount(people),
    emails: new Emails({ ...deps, routes }),
    linkMails: new LinkMails({ ...deps, routes, warn }),
    personMails: new PersonMails({ ...deps, routes, mail, warn }),
    factors: new Factors(people),
    passkeys: new Passkeys(people),
    passkeySignIns: new PasskeySignIns(people),
    webhooks: new Webhooks({ ...deps, sender }),
    channels,
    channelForms: new ChannelForms({ ...deps, ...forms, channels }),
    deliveries: new Deliveries(deps),
    pages: { url: checkoutUrl },
  };
}

/** Origins of a dashboard: its public one, then those of its own address. */
export function originsOf(
  place: TcpPlace | TlsPlace,
  { url }: Pick<DashboardOptions, "url">,
): [string, ...string[]] {
  const { host } = place;
  const origin = (name: string) => new URL(urlOf({ ...place, host: name })).origin;
  const others = isThisMachine(host) ? ["localhost", "127.0.0.1", "::1"].map(origin) : [];
  const own = origin(host);
  return url === undefined ? [own, ...others] : [new URL(url).origin, own, ...others];
}
