/** Commits and reads of many callers at once, and what each was promised. */
import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import { CommitRefused, type Store } from "../../src/store/store.ts";
import { aProduct, aVariant, int64 } from "../support/builders.ts";
import { addSession, aSession, M1, putMerchant, putSession } from "../store/support.ts";

/** Callers, each of which waits for its answer. */
const LANES = 24;
const VARIANT = int64(11);

const SHOP: readonly Change[] = [putMerchant, {
  kind: "product.put",
  merchantId: M1,
  product: aProduct({ variants: [aVariant({ variantId: VARIANT, inventoryQuantity: 0 })] }),
}];

/** A unit for each session, so that a commit of which a part is written, or all twice, is seen. */
const addUnit: Change = { kind: "stock.add", merchantId: M1, variantId: VARIANT, units: 1 };

type Answer = "done" | "refused" | "unavailable";

/** A session whose latest version is `version`, or one more if its last change is in doubt. */
interface Known {
  readonly session: CheckoutSession;
  version: number;
  isInDoubt: boolean;
}

/** Figures of a load. */
export interface LoadFigures {
  acknowledged: number;
  refused: number;
  unavailable: number;
  reads: number;
  slowest_ms: number;
}

/**
 * Adds sessions, changes them, adds some a second time, and reads them. An answer other than those
 * that the database allows is an error at once.
 */
export class StoreLoad {
  readonly figures: LoadFigures = {
    acknowledged: 0,
    refused: 0,
    unavailable: 0,
    reads: 0,
    slowest_ms: 0,
  };
  readonly #store: Store;
  readonly #reader: Store;
  readonly #known: Known[] = [];
  /** Sessions whose addition was not answered for certain. */
  readonly #doubtful: CheckoutSession[] = [];
  #added = 0;

  /** @param reader another store of the same database, if it is to be read that way */
  static async begin(store: Store, reader: Store = store): Promise<StoreLoad> {
    await store.commit(SHOP);
    return new StoreLoad(store, reader);
  }

  private constructor(store: Store, reader: Store) {
    this.#store = store;
    this.#reader = reader;
  }

  /** Runs until `isEnough`, which is asked after every answer. */
  async run(isEnough: () => boolean): Promise<void> {
    const lane = async (n: number) => {
      // The only one that its lane changes, so that it knows the version.
      let own: Known | undefined;
      for (let turn = n; !isEnough(); turn++) {
        if (own === undefined || turn % 4 === 0) own = await this.#add() ?? own;
        else if (turn % 4 === 1) await this.#addAgain(own);
        else if (turn % 4 === 2) await this.#read(own);
        else await this.#change(own);
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)));
  }

  /**
   * Compares everything that was answered with the database.
   *
   * @param sql runs SQL there
   */
  async check(sql: (text: string) => Promise<string>): Promise<void> {
    const versions = new Map(
      (await sql("SELECT id, version FROM sessions")).split("\n").map((row) => {
        const [id = "", version] = row.split("|");
        return [id, Number(version)];
      }),
    );
    const wrong = this.#known.filter((one) => !this.#allows(one, versions.get(one.session.id)));
    assert.deepEqual(wrong.map(({ session }) => session.id), []);
    const written = this.#doubtful.filter(({ id }) => versions.has(id));
    assert.equal(versions.size, this.#known.length + written.length);
    assert.equal(await sql("SELECT inventory_quantity FROM variants"), String(versions.size));
    assert.equal(
      await sql(`SELECT sum(n) FROM (SELECT sum(count) AS n FROM session_counts
        UNION ALL SELECT sum(delta) FROM session_count_deltas) AS counts`),
      String(versions.size),
    );
  }

  #allows({ version, isInDoubt }: Known, found: number | undefined): boolean {
    return found === version || (isInDoubt && found === version + 1);
  }

  async #add(): Promise<Known | undefined> {
    const session = aSession(this.#added++);
    const answer = await this.#commit([addSession(session), addUnit]);
    assert.notEqual(answer, "refused", `${session.id} was written before its answer`);
    if (answer === "unavailable") {
      this.#doubtful.push(session);
      return undefined;
    }
    const known = { session, version: session.version, isInDoubt: false };
    this.#known.push(known);
    return known;
  }

  async #addAgain({ session }: Known): Promise<void> {
    const answer = await this.#commit([addUnit, addSession(session)]);
    assert.notEqual(answer, "done", `${session.id} was written twice`);
  }

  async #change(known: Known): Promise<void> {
    // In doubt until it was read.
    if (known.isInDoubt) return await this.#read(known);
    const next = { ...known.session, version: known.version + 1 };
    known.isInDoubt = true;
    const answer = await this.#commit([putSession(next)]);
    if (answer === "unavailable") return;
    assert.equal(answer, "done", `version ${next.version} was written before its answer`);
    known.version++;
    known.isInDoubt = false;
  }

  async #read(known: Known): Promise<void> {
    const { answer, found } = await this.#timed(async () =>
      await this.#reader.sessions.find(known.session.id)
    );
    if (answer !== "done") return;
    this.figures.reads++;
    const version = found?.load().version;
    assert.ok(this.#allows(known, version), `${known.session.id}: version ${version}`);
    // A change whose answer was lost may be written later, as long as its server is there.
    if (version === known.version + 1) {
      known.version++;
      known.isInDoubt = false;
    }
  }

  async #commit(changes: readonly Change[]): Promise<Answer> {
    const { answer } = await this.#timed(() => this.#store.commit(changes));
    if (answer === "done") this.figures.acknowledged++;
    else this.figures[answer]++;
    return answer;
  }

  async #timed<T>(
    call: () => Promise<T>,
  ): Promise<{ readonly answer: Answer; readonly found?: T }> {
    const beganMs = performance.now();
    try {
      return { answer: "done", found: await call() };
    } catch (error) {
      if (error instanceof CommitRefused) return { answer: "refused" };
      if (!(error instanceof AppError) || error.code !== "error.unavailable") throw error;
      return { answer: "unavailable" };
    } finally {
      const ms = Math.round(performance.now() - beganMs);
      this.figures.slowest_ms = Math.max(this.figures.slowest_ms, ms);
    }
  }
}
