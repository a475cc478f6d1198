/** A block of commands that no test runs as it stands. */
export interface NotRun {
  /** The page and the anchor of its section: `docs/installing.md#upgrading`; `#` before the first. */
  readonly place: string;
  /** First words of the block. */
  readonly begins: string;
  readonly reason: string;
}

/** Every block that is shown and not run. What it names of this program is checked all the same. */
export const NOT_RUN: readonly NotRun[] = [
  ...["refund-an-order", "states"].map((part) => ({
    place: `docs/refunds.md#${part}`,
    begins: "checkoutctl order refund",
    reason: "of an order with a random number; tests/cli/refund_test.ts runs them on its own",
  })),
  {
    place: "docs/refunds.md#payments-without-an-order",
    begins: "checkoutctl payment resolve",
    reason: "of a record with a random id; tests/cli/payment_test.ts runs it on its own",
  },
  {
    place: "docs/refunds.md#without-the-providers-key",
    begins: "checkoutctl payment dispute",
    reason: "of a dispute at a provider; tests/cli/payment_dispute_test.ts runs it on its own",
  },
  ...["try-it", "go-live", "a-hook"].map((part) => ({
    place: `docs/providers/razorpay.md#${part}`,
    begins: "bin/checkoutctl provider add razorpay",
    reason: "asks Razorpay for the key; tests/payments/razorpay calls a double",
  })),
  {
    place: "docs/dashboard.md#second-factor",
    begins: "bin/checkoutctl dashboard factor reset",
    reason: "of a person who has set up an app; tests/cli/factor_test.ts runs it",
  },
  {
    place: "docs/dashboard.md#e-mail",
    begins: "export CHECKOUT_MAIL",
    reason: "serves until it is stopped; tests/process/person_mails_test.ts sends by a server",
  },
  {
    place: "docs/postgresql.md#set-up",
    begins: "export CHECKOUT_DB",
    reason:
      "needs a server at db.example; tests/e2e/postgres_test.ts runs both programs on its own",
  },
  {
    place: "docs/postgresql.md#set-up",
    begins: "sudo -u postgres createuser",
    reason: "makes a user of the system's own PostgreSQL, by its own tools",
  },
  ...["try-it", "go-live", "a-hook"].map((part) => ({
    place: `docs/providers/stripe.md#${part}`,
    begins: "bin/checkoutctl provider add stripe",
    reason: "asks Stripe for the key; tests/payments/stripe calls a double",
  })),
  {
    place: "README.md#tests",
    begins: "npx -y deno@2.9.6 task test",
    reason: "runs all tests, this one too; .ci/run calls it",
  },
  {
    place: "docs/postgresql.md#backup",
    begins: "pg_dump",
    reason: "dumps and restores by PostgreSQL's own tools, which are not part of this program",
  },
  {
    place: "docs/postgresql.md#copy",
    begins: "systemctl stop",
    reason: "stops a service; tests/store/postgres/copy_test.ts copies to its own server and back",
  },
  {
    place: "docs/shop.md#by-questions",
    begins: "bin/checkoutctl init\n",
    reason: "asks a person on a terminal; tests/e2e/init_test.ts has that talk",
  },
  {
    place: "docs/messages.md#test",
    begins: "bin/checkoutctl channel test email",
    reason: "sends to servers of others; tests/e2e/messages_test.ts sends to its own",
  },
  {
    place: "docs/messages.md#its-page",
    begins: "bin/checkoutd --checkout-port",
    reason: "serves until it is stopped; tests/e2e/recovery_test.ts has a server with these flags",
  },
  {
    place: "docs/webhooks.md#trying-a-receiver",
    begins: "bin/checkoutctl webhook trigger",
    reason: "sends to servers of others; tests/cli/webhook_trigger_test.ts sends to its own",
  },
  {
    place: "docs/webhooks.md#trying-a-receiver",
    begins: "bin/checkoutctl webhook listen",
    reason: "listens until it is stopped; tests/e2e/webhook_listen_test.ts does",
  },
  {
    place: "docs/installing.md#two-kinds-of-files",
    begins: "npm pack @deno/linux-arm64-glibc@",
    reason: "fetches Deno for another machine from the registry; the page says it was not tried",
  },
  {
    place: "docs/running.md#behind-caddy",
    begins: "sudo cp deploy/caddy/Caddyfile",
    reason: "changes the machine's own Caddy; tests/e2e/caddy_test.ts runs the file in another",
  },
  {
    place: "docs/running.md#systemd",
    begins: "sudo install -m 0755 dist/checkoutd",
    reason: "needs root and a running systemd; tests/e2e/systemd_test.ts holds the unit",
  },
  {
    place: "docs/postgresql.md#several-servers",
    begins: "sudo install -m 0644 deploy/systemd/checkoutd@.service",
    reason: "needs root and a running systemd; tests/servers/caddy_test.ts has two behind Caddy",
  },
  {
    place: "docs/postgresql.md#restart-one-after-another",
    begins: "sudo systemctl restart checkoutd@8080",
    reason: "needs root and a running systemd; tests/servers/caddy_test.ts restarts both",
  },
  {
    place: "docs/running.md#container",
    begins: "deno task compile\npodman build",
    reason: "needs a container engine; tests/deploy/containerfile_test.ts holds the file",
  },
  ...["checkoutd --dashboard-port 8081", "checkoutctl dashboard --host 0.0.0.0"].map((begins) => ({
    place: "docs/dashboard.md#behind-a-proxy",
    begins: `bin/${begins}`,
    reason: "serves until it is stopped; tests/e2e/dashboard_test.ts does",
  })),
  {
    place: "docs/dashboard.md#systemd",
    begins: "echo 'CHECKOUT_DASHBOARD_URL=",
    reason: "needs root and a running systemd; tests/e2e/systemd_test.ts holds the unit",
  },
  {
    place: "docs/running.md#slow-clients",
    begins: "deno task test:held 500",
    reason: "tests/hostile/held_test.ts runs it with as many clients",
  },
  {
    place: "docs/dev/speed.md#measuring",
    begins: "deno task bench --quick",
    reason: "takes a minute of the whole machine; speed_test.ts runs a shorter one",
  },
  {
    place: "docs/dev/speed.md#measuring",
    begins: "deno task bench --growth",
    reason: "takes twelve minutes of the whole machine; tests of the bench run its parts",
  },
  {
    place: "docs/dev/speed.md#measuring",
    begins: "git worktree add",
    reason: "compares with another version; readme_speed_test.ts compares this one with itself",
  },
  {
    place: "docs/integrating.md#a-receiver-in-javascript",
    begins: "npm install standardwebhooks",
    reason: "fetches from the registry; the receiver's test installs the package from Deno's cache",
  },
];
