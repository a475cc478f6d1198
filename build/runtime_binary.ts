/** Checks by the first bytes of a file that it is a program for a target. */
import type { Target } from "./targets.ts";

/** An executable format. */
interface Format {
  readonly name: string;
  /** True if a file has this format. */
  readonly isOne: (file: DataView) => boolean;
  /** Number of its processor. */
  readonly machine: (file: DataView) => number;
  readonly machines: { readonly x86_64: number; readonly aarch64: number };
}

const LITTLE = true;

/** Executable and Linkable Format, of 64 bits and little-endian: elf(5). */
const ELF: Format = {
  name: "ELF",
  isOne: (file) => file.getUint32(0) === 0x7f454c46 && file.getUint16(4) === 0x0201,
  machine: (file) => file.getUint16(18, LITTLE),
  machines: { x86_64: 0x3e, aarch64: 0xb7 },
};

/** Of 64 bits and for one processor: <mach-o/loader.h>, <mach/machine.h>. */
const MACH_O: Format = {
  name: "Mach-O",
  isOne: (file) => file.getUint32(0, LITTLE) === 0xfeedfacf,
  machine: (file) => file.getUint32(4, LITTLE),
  machines: { x86_64: 0x01000007, aarch64: 0x0100000c },
};

/** Portable Executable: the header is where the number at 60 says. */
const PE: Format = {
  name: "PE",
  isOne: (file) => file.getUint16(0) === 0x4d5a && headerOf(file) !== undefined,
  machine: (file) => file.getUint16((headerOf(file) ?? 0) + 4, LITTLE),
  machines: { x86_64: 0x8664, aarch64: 0xaa64 },
};

/** Shorter files are no programs. */
const LEAST_BYTES = 64;

function headerOf(file: DataView): number | undefined {
  const at = file.getUint32(60, LITTLE);
  return at + 6 <= file.byteLength && file.getUint32(at) === 0x50450000 ? at : undefined;
}

/**
 * Describes a file that is not a program for a target; undefined if it is one, by its first bytes.
 */
export function notForTarget(bytes: Uint8Array, target: Target): string | undefined {
  const wanted = target.includes("windows") ? PE : target.includes("apple") ? MACH_O : ELF;
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = bytes.length < LEAST_BYTES
    ? undefined
    : [ELF, MACH_O, PE].find(({ isOne }) => isOne(file));
  if (found === undefined) return "no program";
  const machine = found.machine(file);
  const [processor] = Object.entries(found.machines).find(([, id]) => id === machine) ??
    ["another processor"];
  if (found === wanted && target.startsWith(`${processor}-`)) return undefined;
  return `a program for ${processor} in the form ${found.name}`;
}
