/** `checkoutctl dashboard` as a process. */
import assert from "node:assert/strict";
import { ctlCommand, ctlJson } from "./process.ts";

/** A dashboard that runs. */
export interface RunningDashboard {
  readonly url: string;
  readonly pid: number;
  /** Sends a signal and waits for its end: the exit code, and all that it logged. */
  end(signal: Deno.Signal): Promise<EndedDashboard>;
  /** Waits for its end. */
  ended(): Promise<EndedDashboard>;
}

/** What a dashboard leaves. */
export interface EndedDashboard {
  readonly code: number;
  readonly log: string;
}

/** Serves the dashboard of a folder's database. */
export async function startDashboard(
  folder: string,
  ...flags: readonly string[]
): Promise<RunningDashboard> {
  const all = flags.includes("--port") ? flags : [...flags, "--port", "0"];
  const child = ctlCommand(folder, "--json", "dashboard", ...all).spawn();
  const log = new Response(child.stderr).text();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.endsWith("}\n")) {
    const { value, done } = await reader.read();
    if (done) assert.fail(`The dashboard ended: ${said}${await log}`);
    said += value;
  }
  const ended = async () => {
    const { code } = await child.status;
    assert.deepEqual(await reader.read(), { value: undefined, done: true });
    return { code, log: await log };
  };
  return {
    url: JSON.parse(said).url,
    pid: child.pid,
    ended,
    async end(signal) {
      child.kill(signal);
      return await ended();
    },
  };
}

/** Adds an owner of all shops; the token of a link to sign in. */
export async function linkFor(
  folder: string,
  login: string,
  ...flags: readonly string[]
): Promise<string> {
  const person = [login, "--role", "owner", "--all-merchants"];
  await ctlJson(folder, ...flags, "dashboard", "user", "add", ...person);
  const { url } = await ctlJson(folder, ...flags, "dashboard", "link", "--user", login);
  return new URL(String(url)).hash.slice(1);
}

/** Chooses a password with a link, as a browser does. */
export async function followLink(
  origin: string,
  link: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const password = "correct horse battery";
  return await fetch(`${origin}/sign-in/link`, {
    method: "POST",
    headers: { ...headers, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ link, password, again: password }),
    redirect: "manual",
  });
}
