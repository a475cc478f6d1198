/** Power cuts on a disk that forgets what was not flushed. With `-- --whole`, 100 of them. */
import assert from "node:assert/strict";
import { Client, type KeyedRequest, payOnce, Unanswered } from "../support/payments.ts";
import { runCtl, withFolder } from "../support/process.ts";
import { SEED } from "../support/seed.ts";
import { rounds } from "./figures.ts";
import { compileForgetful, ForgetfulDisk } from "./forgetful.ts";
import { Trial } from "./trial.ts";

const library = await compileForgetful();
const ignore = library === undefined;

const CUTS = rounds({ short: 4, whole: 100 });
/** Changes and flushes until a cut: some commits, or so many that the log is copied meanwhile. */
const SOON = 200;
const LATE = 6000;
const TILLS = 4;

/** Numbers from 0 to below 1, the same ones for a seed. */
function* fractions(seed: number): Generator<number, never> {
  for (let state = seed % 2_147_483_646 + 1;;) {
    state = (state * 16_807) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

/** Carts that are paid, each request under a key of its own. */
class Tills {
  readonly #client: Client;
  #checkouts = 0;

  constructor(secret: string) {
    this.#client = new Client("", secret);
  }

  /** Pays carts until the server is gone. */
  async run(url: string): Promise<void> {
    this.#client.url = url;
    await Promise.all(Array.from({ length: TILLS }, () => this.#till()));
  }

  async #till(): Promise<void> {
    try {
      for (;;) {
        const n = this.#checkouts++;
        const items = [{ product_id: 1, variant_id: 11, quantity: 1, price: 349 }];
        const body = { shop_domain: "demo-store.example", items };
        const cart = await this.#send({ name: `${10 * n}-cart`, path: "/session", body });
        // By tens: a declined one may be tried again under its key.
        await payOnce(10 * n, `/session/${JSON.parse(cart).data.session_id}`, this.#send);
      }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }

  readonly #sent = new Map<string, KeyedRequest>();

  readonly #send = async (request: KeyedRequest): Promise<string> => {
    const answer = await this.#client.send(request);
    if (answer === null) throw new Unanswered();
    assert.ok(answer.status < 300, `${request.path}: ${answer.status} ${answer.text}`);
    this.#sent.set(request.name, request);
    this.#client.acknowledged.set(request.name, answer);
    return answer.text;
  };

  /** Sends again what was acknowledged; the names of requests that a server does not know. */
  async lost(url: string): Promise<string[]> {
    this.#client.url = url;
    const lost: string[] = [];
    for (const [name, request] of this.#sent) {
      const again = await this.#client.send(request);
      const isKnown = again?.replayed && again.text === this.#client.acknowledged.get(name)?.text;
      if (!isKnown) lost.push(name);
    }
    this.#sent.clear();
    return lost;
  }
}

/** A folder whose disk forgets, with a shop in it. */
function withDisk(
  { lies }: { readonly lies: boolean },
  run: (disk: ForgetfulDisk, trial: Trial, folder: string) => Promise<void>,
): Promise<void> {
  return withFolder(async (around) => {
    const folder = `${await Deno.realPath(around)}/disk`;
    await Deno.mkdir(folder);
    const disk = new ForgetfulDisk({
      library: library!,
      folder,
      journal: `${around}/journal`,
      lies,
    });
    await run(disk, await Trial.open(folder, disk.env), folder);
  });
}

/** Cuts the power under load; returns how many changes were not flushed. */
async function cut(
  { disk, trial, tills, at, keeps }: {
    readonly disk: ForgetfulDisk;
    readonly trial: Trial;
    readonly tills: Tills;
    readonly at: number;
    readonly keeps?: () => boolean;
  },
): Promise<{ readonly forgotten: number; readonly lost: readonly string[] }> {
  const server = await trial.start();
  const lost = await tills.lost(server.url);
  await disk.cutAt(at);
  await Promise.all([trial.load.run(server, () => false), tills.run(server.url)]);
  await server.ended();
  return { forgotten: await disk.forget(keeps), lost };
}

Deno.test({
  name: `${CUTS} power cuts, each forgets what was not flushed: no acknowledged write is lost`,
  ignore,
  fn: () =>
    withDisk({ lies: false }, async (disk, trial, folder) => {
      const tills = new Tills(trial.secret);
      const random = fractions(SEED);
      let forgotten = 0;
      for (let round = 0; round < CUTS; round++) {
        const at = 1 + Math.floor(random.next().value * (round % 3 === 2 ? LATE : SOON));
        // All of it, or a part: sectors reach the disk in any order.
        const keeps = () => random.next().value < 0.5;
        const done = await cut({ disk, trial, tills, at, ...(round % 2 === 1 && { keeps }) });
        assert.deepEqual(done.lost, []);
        forgotten += done.forgotten;
        const check = await runCtl(folder, "db", "check");
        assert.equal(check.code, 0, check.stdout + check.stderr);
      }
      assert.ok(forgotten > 0, "something was not flushed");
      const server = await trial.start();
      assert.deepEqual(await tills.lost(server.url), []);
      await server.end("SIGTERM");
      await trial.finish("power cuts", { cuts: CUTS, forgotten });
    }),
});

Deno.test({
  name: "a disk that confirms flushes and forgets them loses acknowledged writes: they are missed",
  ignore,
  fn: () =>
    withDisk({ lies: true }, async (disk, trial) => {
      const tills = new Tills(trial.secret);
      await cut({ disk, trial, tills, at: SOON });
      const server = await trial.start();
      assert.ok((await tills.lost(server.url)).length > 0);
      await server.end("SIGTERM");
      assert.ok(trial.lost.length > 0);
    }),
});
