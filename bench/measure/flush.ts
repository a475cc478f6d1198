import { join } from "node:path";

const FLUSHES = 50;
const BLOCK_BYTES = 4096;

/**
 * Times of the disk to confirm a small write, in milliseconds, sorted: the lower bound of a
 * durable commit.
 */
export function measureFlushes(folder: string): number[] {
  const path = join(folder, "flush");
  const block = new Uint8Array(BLOCK_BYTES);
  using file = Deno.openSync(path, { write: true, create: true });
  const times = Array.from({ length: FLUSHES }, () => {
    const startedAt = performance.now();
    file.writeSync(block);
    file.syncDataSync();
    return performance.now() - startedAt;
  });
  Deno.removeSync(path);
  return times.toSorted((a, b) => a - b);
}
