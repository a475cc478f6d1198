/** Opens a store in a thread of its own and adds a session: one of several that race. */
import { parentPort, workerData } from "node:worker_threads";
import { openSqliteStore } from "../../src/store/sqlite/open_store.ts";
import { addSession, aSession, putMerchant } from "./support.ts";

/** Input of the test; `gate` turns from 0 to 1 when all are ready. */
export interface RaceOrder {
  readonly path: string;
  readonly n: number;
  readonly gate: Int32Array;
}

async function race({ path, n, gate }: RaceOrder): Promise<string> {
  Atomics.wait(gate, 0, 0);
  const store = await openSqliteStore(path);
  await store.commit([putMerchant, addSession(aSession(n))]);
  await store.close();
  return "opened";
}

parentPort?.postMessage("ready");
race(workerData)
  .catch((error: unknown) => String(error))
  .then((said) => parentPort?.postMessage(said));
