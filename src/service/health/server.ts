import type { ServerFacts } from "../../store/maintenance.ts";
import { counted, formatBytes, lengthText } from "../../domain/values/wording.ts";
import { action, type Diagnosis, ok, some, warn } from "../../domain/diagnosis.ts";

/** Connections of a server of ours: two write, four read. */
const OWN_CONNECTIONS = 6;
const FEW_CONNECTIONS = 2 * OWN_CONNECTIONS;
const LEAST_VERSION = 15;
/** Clocks that are synchronised differ by less. */
const SKEW_MS = 1000;
const FAR_SKEW_MS = 60_000;

/** Judges the PostgreSQL server of a database. */
export function judgeServer(server: ServerFacts): Diagnosis[] {
  return [
    judgeVersion(server),
    judgeDurability(server),
    judgeStandby(server),
    judgeConnections(server),
    judgeServerClock(server),
    judgeRights(server),
    judgeTransport(server),
    ...(server.isUnfinishedCopy ? [UNFINISHED_COPY] : []),
  ];
}

const UNFINISHED_COPY = action(
  "copy",
  "A copy into this database was not finished: servers refuse the database",
  "Run the same db copy again; it begins anew",
);

function judgeVersion({ version, encoding, bytes }: ServerFacts): Diagnosis {
  const topic = "server";
  const found = `PostgreSQL ${version}, encoding ${encoding}, database size ${formatBytes(bytes)}`;
  if (Number.parseInt(version) < LEAST_VERSION) {
    return action(topic, found, `Upgrade the server to version ${LEAST_VERSION} or later`);
  }
  return encoding === "UTF8"
    ? ok(topic, found)
    : action(topic, found, "Create the database with ENCODING 'UTF8'");
}

function judgeDurability(
  { fsync, fullPageWrites, synchronousCommit }: ServerFacts,
): Diagnosis {
  const topic = "durability";
  const off = [["fsync", fsync], ["full_page_writes", fullPageWrites]].filter(([, is]) => !is);
  if (off.length > 0) {
    const names = some(off.map(([name]) => String(name)));
    return action(
      topic,
      `A crash may lose or damage data, because these are off: ${names}`,
      "Set them to on in postgresql.conf, and restart the server",
    );
  }
  const found = "Acknowledged writes survive a crash of the server";
  return synchronousCommit === "off"
    ? ok(topic, `${found}: synchronous_commit is off, and each batch sets it on`)
    : ok(topic, `${found}: fsync on, synchronous_commit ${synchronousCommit}`);
}

function judgeStandby(
  { standbys, synchronousStandbys, synchronousCommit }: ServerFacts,
): Diagnosis {
  const topic = "standby";
  const isSynchronous = synchronousStandbys !== "" && !/^(?:off|local)$/.test(synchronousCommit);
  if (isSynchronous) {
    return ok(topic, `Writes wait for a synchronous standby (${synchronousStandbys})`);
  }
  if (standbys === 0) return ok(topic, "None: writes are as safe as the disk of the server");
  return warn(
    topic,
    `${counted(standbys, "standby", "standbys")}, asynchronous: a failover may lose acknowledged ` +
      "writes",
    "Set synchronous_standby_names, and synchronous_commit to on",
  );
}

function judgeConnections({ connectionsLeft }: ServerFacts): Diagnosis {
  const topic = "connections";
  const found = `${counted(Math.max(0, connectionsLeft), "connection")} left for this user`;
  const advice = `A server takes ${OWN_CONNECTIONS}: raise max_connections or the user's limit, ` +
    "or end idle connections";
  if (connectionsLeft < OWN_CONNECTIONS) return action(topic, found, advice);
  return connectionsLeft < FEW_CONNECTIONS ? warn(topic, found, advice) : ok(topic, found);
}

function judgeServerClock({ clockAheadMs }: ServerFacts): Diagnosis {
  const topic = "server's clock";
  const difference = Math.abs(clockAheadMs);
  if (difference < SKEW_MS) return ok(topic, "It agrees with the clock of this machine");
  const found = `It is ${lengthText(difference)} ${clockAheadMs > 0 ? "ahead of" : "behind"} ` +
    "the clock of this machine";
  const advice = "Keep both clocks synchronised (timedatectl set-ntp true)";
  return difference < FAR_SKEW_MS ? warn(topic, found, advice) : action(topic, found, advice);
}

function judgeRights({ lacking }: ServerFacts): Diagnosis {
  const topic = "rights";
  return lacking.length === 0
    ? ok(topic, "The user may read and write all tables, and upgrade them")
    : action(
      topic,
      `The user lacks ${counted(lacking.length, "right")}: ${some(lacking)}`,
      "Make the user the owner of the database and its tables",
    );
}

function judgeTransport({ tls, isVerified, isOwnMachine }: ServerFacts): Diagnosis {
  const topic = "TLS";
  if (tls !== null && isVerified) return ok(topic, `${tls}, the server's certificate is verified`);
  if (isOwnMachine) return ok(topic, `${tls ?? "None"}: the server is on this machine`);
  return tls === null
    ? action(topic, "None: others in the network can read and change all data", VERIFY)
    : warn(topic, `${tls}, but any server is trusted: its certificate is not verified`, VERIFY);
}

const VERIFY = "Remove sslmode from the URL, or set it to verify-full";
