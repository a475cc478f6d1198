import type { Children } from "./children.ts";

/** Microseconds in a clock tick of /proc: USER_HZ is 100 on every Linux we know (proc(5)). */
const TICK_MICROS = 10_000;
const KIB = 1024;

/** Memory of a process in bytes. */
export interface Memory {
  readonly rss: number;
  /** The most it ever held. */
  readonly peak: number;
}

/** Resources that a process has used so far. */
export interface Usage {
  /** CPU time of all its threads, user and system. */
  readonly cpuMicros: number;
  /** Bytes that it caused to be written to a disk, in whole pages. */
  readonly writtenBytes: number;
  /** Calls of `write` and its like: to files, pipes and the log, not to sockets. */
  readonly writeCalls: number;
}

/** A file system and what it is mounted from. */
export interface Mount {
  readonly device: string;
  readonly type: string;
}

/** The machine that was measured on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly kernel: string;
  readonly deno: string;
  readonly v8: string;
  /** Processes that wanted a core in the minute before the run: others use it, too. */
  readonly loadAverage: number;
  readonly fileSystem: Mount;
}

/** File systems that keep nothing on a disk. */
const IN_MEMORY = new Set(["tmpfs", "ramfs"]);

/**
 * Figures of Linux about processes and the machine. Deno guards /proc with all
 * permissions at once; `cat` does not need them.
 */
export class Proc {
  readonly #children: Children;

  constructor(children: Children) {
    this.#children = children;
  }

  /** Resources that a process has used so far. */
  async usage(pid: number): Promise<Usage> {
    const text = await this.#read(`${pid}/stat`, `${pid}/io`);
    return { cpuMicros: parseCpuMicros(text), ...parseWrites(text) };
  }

  /** CPU time of a process and its children, those that have ended included. */
  async familyCpuMicros(pid: number): Promise<number> {
    const children = (await this.#read(`${pid}/task/${pid}/children`)).trim().split(" ");
    let micros = parseCpuMicros(await this.#read(`${pid}/stat`), ["own", "waited for"]);
    for (const child of children) {
      // One that has ended meanwhile has no file.
      const stat = await this.#children.run("cat", [`/proc/${child}/stat`], { mayFail: true });
      if (stat !== "") micros += parseCpuMicros(stat);
    }
    return micros;
  }

  /** Memory of a process. */
  async memory(pid: number): Promise<Memory> {
    return parseMemory(await this.#read(`${pid}/status`));
  }

  /** Time that the cores of the machine had nothing to do, since its start. */
  async idleMicros(): Promise<number> {
    return parseIdleMicros(await this.#read("stat"));
  }

  /** Describes the machine, and the file system that a folder is on. */
  async machine(folder: string): Promise<Machine> {
    const cpuinfo = await this.#read("cpuinfo");
    const loadavg = await this.#read("loadavg");
    return {
      cpu: /^model name\s*: (.*)$/m.exec(cpuinfo)?.[1] ?? "unknown",
      cores: navigator.hardwareConcurrency,
      kernel: (await this.#read("sys/kernel/osrelease")).trim(),
      deno: Deno.version.deno,
      v8: Deno.version.v8,
      loadAverage: Number(loadavg.split(" ", 1)[0]),
      fileSystem: parseMount(await this.#read("mounts"), folder),
    };
  }

  /** Bytes that may still be written to the file system that a folder is on. */
  async freeBytes(folder: string): Promise<number> {
    return parseFreeBytes(
      await this.#children.run("df", ["--block-size=1", "--output=avail", folder]),
    );
  }

  async #read(...paths: string[]): Promise<string> {
    return await this.#children.run("cat", paths.map((path) => `/proc/${path}`));
  }
}

/** True if a file system is in memory, and lost at power-off. */
export function isInMemory({ type }: Mount): boolean {
  return IN_MEMORY.has(type);
}

/**
 * Reads utime and stime, fields 14 and 15 of /proc/PID/stat.
 *
 * @param of `waited for` adds those of children that have ended, fields 16 and 17
 */
export function parseCpuMicros(
  stat: string,
  of: readonly ("own" | "waited for")[] = ["own"],
): number {
  // The second field is a name in parentheses that may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const used = fields.slice(11, of.includes("waited for") ? 15 : 13);
  const ticks = used.length < 2 ? NaN : used.map(Number).reduce((sum, one) => sum + one);
  if (!Number.isSafeInteger(ticks)) throw new Error(`No CPU time in: ${stat}`);
  return ticks * TICK_MICROS;
}

/** Reads idle and iowait of all cores, fields 4 and 5 of the first line of /proc/stat. */
export function parseIdleMicros(stat: string): number {
  const [, idle, waiting] = /^cpu +(?:\d+ +){3}(\d+) +(\d+) /.exec(stat) ?? [];
  if (idle === undefined || waiting === undefined) throw new Error(`No idle time in: ${stat}`);
  return (Number(idle) + Number(waiting)) * TICK_MICROS;
}

/** Reads write_bytes and syscw of /proc/PID/io. */
export function parseWrites(io: string): Pick<Usage, "writtenBytes" | "writeCalls"> {
  const figure = (name: string) => {
    const value = new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1];
    if (value === undefined) throw new Error(`No ${name} in: ${io}`);
    return Number(value);
  };
  return { writtenBytes: figure("write_bytes"), writeCalls: figure("syscw") };
}

/** Reads what `df --output=avail` prints below its heading. */
export function parseFreeBytes(output: string): number {
  const bytes = /\n\s*(\d+)\s*$/.exec(output)?.[1];
  if (bytes === undefined) throw new Error(`No free room in: ${output}`);
  return Number(bytes);
}

/** Reads VmRSS and VmHWM of /proc/PID/status. */
export function parseMemory(status: string): Memory {
  const bytes = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    if (kib === undefined) throw new Error(`No ${name} in: ${status}`);
    return Number(kib) * KIB;
  };
  return { rss: bytes("VmRSS"), peak: bytes("VmHWM") };
}

/**
 * Finds the file system that a folder is on in /proc/mounts: the one mounted nearest
 * above it, and of several in one place the last, which hides the others.
 *
 * @param folder an absolute path without symbolic links
 */
export function parseMount(mounts: string, folder: string): Mount {
  let nearest: Mount & { readonly point: string } = { device: "none", type: "unknown", point: "" };
  for (const line of mounts.split("\n")) {
    const [device = "", point = "", type = ""] = line.split(" ");
    const isAbove = point === "/" || point === folder || folder.startsWith(`${point}/`);
    if (point !== "" && isAbove && point.length >= nearest.point.length) {
      nearest = { device, type, point };
    }
  }
  return { device: nearest.device, type: nearest.type };
}
