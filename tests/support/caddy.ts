/** The real Caddy with the Caddyfile that is shipped. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { connectSecure, freePort } from "./raw_socket.ts";

const CADDYFILE = fileURLToPath(new URL("../../deploy/caddy/Caddyfile", import.meta.url));

/** Times of the Caddyfile that a test would have to wait for, and what they are here. */
const SHORTER = [["read_header 5s", "read_header 1s"], ["read_body 15s", "read_body 1s"]] as const;

const MAX_TRIES = 1000;

/** A Caddy that runs. */
export interface RunningCaddy {
  readonly url: string;
  /** Where it serves the pages, if it was given their address. */
  readonly pagesUrl: string;
  /** The same of the dashboard. */
  readonly dashboardUrl: string;
  /** PEM of the authority that its certificate is from, and the file it is in. */
  readonly authority: string;
  readonly authorityFile: string;
  /** Ends it; what it logged in all. */
  end(): Promise<string>;
}

/**
 * Starts Caddy before a server, with its own authority for certificates.
 *
 * @param pagesUpstream address of the pages for customers; undefined without them
 * @param dashboardUpstream address of the dashboard
 */
export async function startCaddy(
  folder: string,
  upstream: string,
  pagesUpstream?: string,
  dashboardUpstream?: string,
): Promise<RunningCaddy> {
  let text = await Deno.readTextFile(CADDYFILE);
  for (const [long, short] of SHORTER) {
    assert.ok(text.includes(long), long);
    text = text.replace(long, short);
  }
  await Deno.writeTextFile(`${folder}/Caddyfile`, text);
  const url = `https://127.0.0.1:${freePort()}`;
  const pagesUrl = `http://127.0.0.1:${freePort()}`;
  const dashboardUrl = `http://127.0.0.1:${freePort()}`;
  const child = new Deno.Command("caddy", {
    args: ["run", "--adapter", "caddyfile", "--config", `${folder}/Caddyfile`],
    env: {
      HOME: folder,
      XDG_DATA_HOME: `${folder}/data`,
      XDG_CONFIG_HOME: `${folder}/config`,
      CHECKOUT_SITE: url,
      CHECKOUT_UPSTREAM: upstream,
      ...(pagesUpstream === undefined ? {} : {
        CHECKOUT_PAGES_SITE: pagesUrl,
        CHECKOUT_PAGES_UPSTREAM: pagesUpstream,
      }),
      ...(dashboardUpstream === undefined ? {} : {
        CHECKOUT_DASHBOARD_SITE: dashboardUrl,
        CHECKOUT_DASHBOARD_UPSTREAM: dashboardUpstream,
      }),
      CHECKOUT_HTTP_PORT: String(freePort()),
    },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!/serving initial/.test(said) || !/certificate obtained successfully/.test(said)) {
    const { value, done } = await reader.read();
    assert.ok(!done, `Caddy ended: ${said}`);
    said += value;
  }
  // The pipe has no other reader, and Caddy must not wait for a full one.
  const rest = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) said += part.value;
  })();
  const authorityFile = `${folder}/data/caddy/pki/authorities/local/root.crt`;
  const authority = await Deno.readTextFile(authorityFile);
  await untilItShakesHands(url, authority);
  return {
    url,
    pagesUrl,
    dashboardUrl,
    authority,
    authorityFile,
    async end() {
      child.kill("SIGTERM");
      await Promise.all([child.status, rest]);
      return said;
    },
  };
}

/** It says that it has the certificate a moment before it uses it. */
async function untilItShakesHands(url: string, authority: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      (await connectSecure(url, [authority])).close();
      return;
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}
