/** Places of self-extracting files that are theirs and of no use: full, or closed to programs. */
import assert from "node:assert/strict";
import { isRoot, withFile } from "./single_file.ts";
import { lacks, runTool } from "../support/tools.ts";

/** Whether a file system can be mounted here, for the length of a command and for it alone. */
async function cannotMount(): Promise<boolean> {
  if (!isRoot || await lacks("unshare", "mount")) return true;
  const { code } = await runTool("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);
  if (code !== 0) console.log("Skipped: nothing can be mounted here");
  return code !== 0;
}

const ignore = await cannotMount();

/** Runs a file while a file system is mounted on a folder, with so many bytes in it. */
async function runWith(
  file: string,
  env: Readonly<Record<string, string>>,
  { place, options, filled }: {
    readonly place: string;
    readonly options: string;
    readonly filled: number;
  },
) {
  const script = `mkdir -p '${place}' && mount -t tmpfs -o '${options}' tmpfs '${place}' &&
    head -c ${filled} /dev/zero > '${place}/filler' || exit 99
    exec "$0"`;
  return await runTool("unshare", ["-m", "sh", "-c", script, file], { env: { ...env } });
}

const MOUNTS = [
  ["full", "size=8k,mode=0700", 8192, "full or read-only"],
  // The runtime fits in, and the program does not.
  ["full half way", "size=8k,mode=0700", 4096, "full or read-only"],
  ["full of names", "nr_inodes=3,mode=0700", 0, "full or read-only"],
  ["closed to programs", "noexec,mode=0700", 0, "mounted noexec"],
] as const;

for (const [what, options, filled, reason] of MOUNTS) {
  Deno.test({
    name:
      `a first folder that is ${what} is passed over for the next, and named where there is none`,
    ignore,
    fn: () =>
      withFile(async ({ file, env, folder }) => {
        const [first, next] = [`${folder}/first`, `${folder}/next`];
        await Deno.mkdir(next);
        const both = { ...env, XDG_CACHE_HOME: first, HOME: "/dev/null", TMPDIR: next };
        const taken = await runWith(file, both, { place: first, options, filled });
        assert.deepEqual([taken.code, taken.stderr], [7, ""]);
        assert.match(taken.stdout, new RegExp(`${next}/checkoutd-0/checkoutd-\\w+/program\\.js`));
        const none = { ...both, TMPDIR: "/dev/null" };
        const { code, stderr } = await runWith(file, none, { place: first, options, filled });
        assert.equal(code, 1);
        assert.equal(
          stderr,
          "checkoutd: No folder to unpack into, owned by you and closed to others: " +
            `set XDG_CACHE_HOME; ${reason}: ${first}/checkoutd\n`,
        );
      }),
  });
}
