import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError } from "../../domain/errors.ts";
import { sealedBy } from "../../domain/secret.ts";
import { counted } from "../../domain/values/wording.ts";
import { lockedOf } from "../../service/health/secrets.ts";
import type { Context } from "../context.ts";
import { example, YES } from "../options/values.ts";
import { clean } from "../output/text.ts";

/** Adds `secrets show | rotate`. */
export function addSecretsCommands(program: CommandUnknownOpts, context: Context): void {
  const secrets = program.command("secrets")
    .description("show what is sealed, and change the key that seals it")
    .addHelpText("after", example("secrets show"));
  addShow(secrets, context);
  addRotate(secrets, context);
}

function addShow(secrets: CommandUnknownOpts, context: Context): void {
  secrets.command("show").description("show what is sealed and by which key, without the secrets")
    .addHelpText(
      "after",
      `
A secret is open (the key here opens it), locked (another key sealed it; what needs it
waits) or plain (the server seals it once it has a key).

Example:
  checkoutctl secrets show`,
    )
    .action(async () => {
      const { io, out } = context;
      const keys = context.secretKeys();
      const facts = await io.maintenance.secrets(context.database());
      const locked = new Set(lockedOf(facts, keys));
      const rows = facts.secrets.map((fact) => {
        const key = sealedBy(fact.secret);
        return {
          kind: fact.place.kind,
          merchant_id: fact.place.merchantId,
          id: fact.place.row,
          label: fact.label,
          key,
          state: key === null ? "plain" : locked.has(fact) ? "locked" : "open",
        };
      });
      const own = keys.fingerprints();
      out.result({ file: keys.path, keys: own, secrets: rows }, () => {
        out.table(rows, [
          ["STATE", ({ state }) => state],
          ["KIND", ({ kind }) => kind],
          ["OF", ({ label }) => label, { canShrink: true, leastWidth: 20 }],
          ["KEY", ({ key }) => key ?? "-"],
        ], "No secrets are stored yet");
        if (own.length === 0) return out.note(`No key here: ${keys.problem}`);
        out.note(`Key file: ${clean(keys.path ?? "")}`);
        out.note(`It has ${counted(own.length, "key")}, the newest is ${own[0]}`);
      });
    });
}

function addRotate(secrets: CommandUnknownOpts, context: Context): void {
  secrets.command("rotate").description("seal all secrets with a new key")
    .addHelpText(
      "after",
      `
Adds a new key at the top of the file of the key and seals everything with it; a key that
you put at the top yourself is used instead. Servers read the file again when they meet the
new key. On other machines replace the file: until then their deliveries wait. The old key
stays in the file for backups from before; delete its line when they are gone.

If a key is lost for good, remove what it has sealed first. The secrets of recovery links and
of one-time codes are then deleted here, which ends the links and codes sent before; it asks
first, without a terminal add --yes.

Example:
  checkoutctl secrets rotate`,
    )
    .option(...YES)
    .action(async ({ yes }) => {
      const { io, out } = context;
      const { maintenance } = io;
      const database = context.database();
      const keys = context.secretKeys();
      const facts = await maintenance.secrets(database);
      const recorded = facts.keys.map(({ fingerprint }) => fingerprint);
      const lost = lockedOf(facts, keys);
      const forgetsOwn = lost.length > 0 && lost.every(({ place }) => place.merchantId === null);
      if (forgetsOwn) {
        const prints = lost.map(({ secret }) => sealedBy(secret)).join(", ");
        await context.confirm(
          `No key here opens the secrets of recovery links and codes (fingerprint ${prints}). Is ` +
            "that key lost? They are deleted then, and links and codes sent before end.",
          yes,
        );
      }
      const [newest] = keys.fingerprints();
      const holdsOne = keys.fingerprints().some((one) => recorded.includes(one));
      if (holdsOne && newest !== undefined && recorded.includes(newest)) keys.add();
      const options = { keys, now: io.now(), isNeeded: true, rotatedBy: context.by, forgetsOwn };
      const { sealed, locked, problem } = await maintenance.seal(database, options);
      if (problem !== null) {
        throw new AppError("error.unavailable", `Secrets cannot be sealed: ${problem}`);
      }
      const [fingerprint = null] = keys.fingerprints();
      out.result({ file: keys.path, key: fingerprint, sealed, locked }, () => {
        out.line(`Sealed ${counted(sealed, "secret")} with the key ${fingerprint} in ${keys.path}`);
        out.line("Keep a copy of that file apart from the database and its backups");
      });
      if (forgetsOwn) {
        out.note(
          "Deleted the secrets of recovery links and codes: what was sent before ends; restart the " +
            "servers",
        );
      }
      if (locked > 0) out.note(`Left ${counted(locked, "secret")} that no key here opens`);
    });
}
