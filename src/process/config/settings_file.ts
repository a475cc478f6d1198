import { nameOf, thisUser } from "../users.ts";
import { type FileSettings, NO_FILE } from "../../command/file_settings.ts";

/** The settings of an installation, which its service and its commands share. */
export const SETTINGS_FILE = "/etc/checkoutd/checkoutd.env";

/** Surroundings of {@link takeSettings}. */
export interface SettingsDeps {
  /** True for a single file: scripts of a clone and tests read no settings of the machine. */
  readonly isInstalled: boolean;
  readonly args: readonly string[];
  readonly env: Pick<typeof Deno.env, "get" | "set">;
  /** Path of the file (default: {@link SETTINGS_FILE}). */
  readonly file?: string;
  /** The user who must own it (default: root). */
  readonly owner?: number;
}

/** Variables that may be set: the others are not for these programs. */
const SETTABLE = /^(?:CHECKOUT_|PG)[A-Z0-9_]*$/;

/** The right to write for the group and for others. */
const WRITABLE = 0o022;

/**
 * Sets the variables of the settings file, unless a database is named without it: a command without
 * `--db` then works in the database of the service instead of making one in the current folder.
 * Variables that are set already stay. The file is read only if root alone can change it.
 */
export function takeSettings(
  { isInstalled, args, env, file: path = SETTINGS_FILE, owner = 0 }: SettingsDeps,
): FileSettings {
  if (!isInstalled || env.get("CHECKOUT_DB") !== undefined || namesDatabase(args)) return NO_FILE;
  const found = readOwned(path, owner);
  if (found === null) return NO_FILE;
  if ("problem" in found) return { ...NO_FILE, problem: found.problem };
  const names = new Set<string>();
  for (const [name, value] of assignments(found.text)) {
    if (!SETTABLE.test(name) || (env.get(name) !== undefined && !names.has(name))) continue;
    env.set(name, value);
    names.add(name);
  }
  return { file: path, names, problem: undefined };
}

/** True if the arguments say which database is used; the demo has its own. */
function namesDatabase(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end))
    .some((arg) => arg === "--demo" || arg === "--db" || arg.startsWith("--db="));
}

/** Text of a file that only its owner can change; null without one. */
function readOwned(
  path: string,
  owner: number,
): { readonly text: string } | { readonly problem: string } | null {
  const advice = "or name the database with --db";
  try {
    using file = Deno.openSync(path);
    // Of the open file: the name may lead to another one by now.
    const { isFile, uid, mode, size } = file.statSync();
    if (!isFile || uid !== owner || mode === null || (mode & WRITABLE) !== 0) {
      const fix = "make root its owner and the only one who may write it";
      return {
        problem: `The settings file can be changed by others than root: ${path}; ${fix}, ${advice}`,
      };
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (let read; at < size && (read = file.readSync(bytes.subarray(at))) !== null;) at += read;
    return { text: new TextDecoder().decode(bytes.subarray(0, at)) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    if (error instanceof Deno.errors.PermissionDenied) {
      const whose = `${path} belongs to ${nameOf(owner) ?? `user ${owner}`}`;
      const fix = `${whose}, and this is ${thisUser() ?? "another user"}: run it with ` +
        "sudo -u checkoutd";
      return {
        problem: `Cannot read the settings file, permission is denied: ${path}; ${fix}, ${advice}`,
      };
    }
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `Cannot read the settings file, ${reason}: ${path}; ${advice}` };
  }
}

/** Names and values as systemd reads them from an `EnvironmentFile`. */
function assignments(text: string): [name: string, value: string][] {
  return text.replaceAll("\\\n", "").split("\n").flatMap((line): [string, string][] => {
    const [, name, value = ""] = /^\s*([A-Za-z_]\w*)=(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, unquoted(value)]];
  });
}

function unquoted(value: string): string {
  const [, single, double] = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/.exec(value) ?? [];
  return single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? value;
}
