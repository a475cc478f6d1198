/** A unit file of systemd, as far as the tests look at one. */
import { fileURLToPath } from "node:url";

/** Where the unit is that is shipped. */
export const UNIT = fileURLToPath(
  new URL("../../deploy/systemd/checkoutd.service", import.meta.url),
);

/** The values of each setting in their order. */
export type Settings = ReadonlyMap<string, readonly string[]>;

/** Reads the settings of a unit file. */
export function parseUnit(text: string): Settings {
  const settings = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    if (name !== "") settings.set(name, [...settings.get(name) ?? [], value]);
  }
  return settings;
}

/** The only value of a setting. */
export function single(settings: Settings, name: string): string {
  const values = settings.get(name) ?? [];
  if (values.length !== 1) throw new Error(`${name} is there ${values.length} times`);
  return values[0] ?? "";
}
