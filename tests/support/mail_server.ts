/**
 * A mail server, run as a process of its own: `smtp-server` on a free port of 127.0.0.1, with the
 * certificate of `hooks.example`. It writes one JSON line when it listens, and one for each mail.
 *
 * Its first argument is a JSON object: `secure` for TLS from the start, `starttls` false for none,
 * `password` for the user `orders`. `PUT /behaviour` at the second port with `{"replies": [...]}`
 * says what it answers to the next recipients: an SMTP reply code, or `hang` for none at all. When
 * they are used up it accepts.
 */
import { SMTPServer } from "smtp-server";
import { CERT, KEY } from "./tls.ts";

const { secure = false, starttls = true, password } = JSON.parse(Deno.args[0] ?? "{}");
const replies: (number | "hang")[] = [];

const server = new SMTPServer({
  name: "hooks.example",
  secure,
  cert: CERT,
  key: KEY,
  logger: false,
  disableReverseLookup: true,
  authOptional: password === undefined,
  allowInsecureAuth: true,
  disabledCommands: starttls ? [] : ["STARTTLS"],
  onAuth: (auth, _session, done) =>
    auth.username === "orders" && auth.password === password
      ? done(null, { user: "orders" })
      : done(Object.assign(new Error("5.7.8 wrong password"), { responseCode: 535 })),
  onRcptTo: (address, _session, done) => {
    const reply = replies.shift();
    if (reply === "hang") return;
    if (reply === undefined) return done();
    console.log(JSON.stringify({ refused: address.address, reply }));
    const error = new Error(`${Math.floor(reply / 100)}.1.1 <${address.address}> is not here`);
    done(Object.assign(error, { responseCode: reply }));
  },
  onData: (stream, session, done) => {
    const parts: Uint8Array[] = [];
    stream.on("data", (part: Uint8Array) => parts.push(part));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      console.log(JSON.stringify({
        isSecure: session.secure,
        user: session.user ?? null,
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        raw: parts.map((part) => new TextDecoder().decode(part)).join(""),
      }));
      done();
    });
  },
});
// Clients that do not trust the certificate leave in the middle.
server.on("error", () => {});

const control = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: () => {},
}, async (request) => {
  replies.splice(0, replies.length, ...(await request.json()).replies);
  return new Response(null, { status: 204 });
});

const listening = server.listen(0, "127.0.0.1", () => {
  const address = listening.address();
  if (typeof address !== "object" || address === null) throw new Error("No port");
  console.log(JSON.stringify({ port: address.port, controlPort: control.addr.port }));
});
