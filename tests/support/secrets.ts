/** Secrets in tests: without a key, or with keys in a file. */
import { join } from "node:path";
import type { StoredSecret } from "../../src/domain/secret.ts";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { Secrets } from "../../src/service/secrets/secrets.ts";
import type { Store } from "../../src/store/store.ts";

/** A secret that is not sealed. */
export function plain(text: string): StoredSecret {
  return { stored: text };
}

/** Secrets of a store that no key seals. */
export function plainSecrets(store: Pick<Store, "secrets">): Secrets {
  const keys = new SecretsKeyFile({ database: ":memory:", file: undefined });
  return new Secrets({ store, keys, establish: () => Promise.resolve(keys.problem) });
}

/** Runs with a file for the keys of a database, which has none yet. */
export async function withKeys(
  database: string,
  run: (keys: SecretsKeyFile, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "checkoutd-keys-" });
  try {
    await run(new SecretsKeyFile({ database, file: join(folder, "secrets.key") }), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Which texts the database's files contain. */
export async function found(path: string, texts: readonly string[]): Promise<string[]> {
  const files = await Promise.all(
    [path, `${path}-wal`].map((file) => Deno.readFile(file).catch(() => new Uint8Array())),
  );
  const bytes = files.map((file) => new TextDecoder("latin1").decode(file)).join();
  return texts.filter((text) => bytes.includes(text));
}
