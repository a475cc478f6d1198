import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MerchantId } from "../../domain/ids.ts";
import type { Person } from "../../domain/people/person.ts";
import { ROLES } from "../../domain/people/role.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import type { OpenDatabase } from "../io.ts";
import { example, oneOf, several, YES } from "../options/values.ts";
import { clean, shortMoment } from "../output/text.ts";

const SHOPS = [
  "--merchant <merchant>",
  "shop: its id or one of its domains (default: $CHECKOUT_MERCHANT, else the only one); repeat for several",
  several((text) => text),
] as const;
const ALL_SHOPS = ["--all-merchants", "every shop, future ones included"] as const;
const LOGIN = ["<login>", "name to sign in with"] as const;

/** Adds `dashboard user add | list | grant | remove`. */
export function addUserCommands(
  dashboard: CommandUnknownOpts,
  context: Context,
): CommandUnknownOpts {
  const user = dashboard.command("user").description("manage people with access to the dashboard")
    .addHelpText("after", example("dashboard user list"));
  addAdd(user, context);
  addList(user, context);
  addGrant(user, context);
  addRemove(user, context);
  return user;
}

/** The shops that the options name; null for every one. */
async function namedShops(
  context: Context,
  database: OpenDatabase,
  { merchant, allMerchants }: {
    readonly merchant?: readonly string[] | undefined;
    readonly allMerchants?: true | undefined;
  },
): Promise<readonly (MerchantId | null)[]> {
  if (allMerchants && merchant !== undefined) {
    throw new UsageError("--merchant and --all-merchants exclude each other");
  }
  if (allMerchants) return [null];
  const named = merchant ?? [undefined];
  const found = await Promise.all(named.map((one) => context.findShop(database, one)));
  return found.map(({ id }) => id);
}

function addAdd(user: CommandUnknownOpts, context: Context): void {
  user.command("add").description("add a person; a link lets them choose a password")
    .argument(...LOGIN)
    .requiredOption("--role <role>", `one of ${ROLES.join(", ")}`, oneOf(ROLES))
    .option(...SHOPS)
    .option(...ALL_SHOPS)
    .option("--name <name>", "name for display (default: the login)")
    .addHelpText(
      "after",
      `
A viewer reads. Staff also acts on sessions, orders, payments and deliveries. An owner does
everything in a shop, and gives others access to it.

Example:
  checkoutctl dashboard user add anna --role owner --all-merchants`,
    )
    .action(async (login, { role, name, ...options }) => {
      const person = await context.use(async (database) => {
        const shops = await namedShops(context, database, options);
        const everywhere = shops.includes(null) ? role : null;
        const single = shops.flatMap((merchantId) =>
          merchantId === null ? [] : [{ merchantId, role }]
        );
        const request = { login, name, everywhere, shops: single };
        return await database.services.people.add(request, context.by);
      });
      context.out.result(
        personJson(person),
        `Added ${clean(person.login)}. Next: ${context.call} dashboard link --user ${person.login}`,
      );
    });
}

function addList(user: CommandUnknownOpts, context: Context): void {
  user.command("list").description("list people with access to the dashboard, and their roles")
    .addHelpText("after", example("dashboard user list"))
    .action(async () => {
      const [people, shops] = await context.use(({ services }) =>
        Promise.all([services.people.list(), services.merchants.list()])
      );
      const names = new Map(shops.map(({ id, name }) => [id, name]));
      const access = ({ everywhere, shops }: Person) =>
        [
          ...(everywhere === null ? [] : [`${everywhere} of all shops`]),
          ...shops.map(({ merchantId, role }) => `${role} of ${names.get(merchantId)}`),
        ].join(", ") || "none";
      context.out.result(people.map(personJson), () =>
        context.out.table(people, [
          ["LOGIN", ({ login }) => login],
          ["NAME", ({ name }) => name, { canShrink: true, isOptional: true }],
          ["ACCESS", access, { canShrink: true }],
          ["PASSWORD", ({ passwordHash }) => passwordHash === null ? "not yet" : "chosen", {
            isOptional: true,
          }],
          ["FACTOR", ({ hasFactor }) => hasFactor ? "yes" : "no", { isOptional: true }],
          ["EMAIL", ({ email }) => email ?? "none", { canShrink: true, isOptional: true }],
          ["ADDED", ({ createdAt }) => shortMoment(createdAt), { isOptional: true }],
        ], "No people yet"));
    });
}

function addGrant(user: CommandUnknownOpts, context: Context): void {
  user.command("grant").description("set or remove the role of a person in a shop")
    .argument(...LOGIN)
    .requiredOption(
      "--role <role>",
      `one of ${ROLES.join(", ")}, or none`,
      oneOf([...ROLES, "none"]),
    )
    .option(...SHOPS)
    .option(...ALL_SHOPS)
    .addHelpText(
      "after",
      `
It applies from the person's next page. It ends the person's open link, and sign-ins that
began with a link: they sign in again with their password. The higher role counts of the
one in all shops and the one in a shop.

Example:
  checkoutctl dashboard user grant ben --role viewer --merchant demo-store.example`,
    )
    .action(async (login, { role, ...options }) => {
      const person = await context.use(async (database) => {
        const { people } = database.services;
        const shops = await namedShops(context, database, options);
        const grants = shops.map((merchantId) => ({
          merchantId,
          role: role === "none" ? null : role,
        }));
        return await people.grant(await people.byLogin(login), grants, context.by);
      });
      context.out.result(personJson(person), `Changed ${clean(person.login)}`);
    });
}

function addRemove(user: CommandUnknownOpts, context: Context): void {
  user.command("remove").description("remove a person, who is signed out at once")
    .argument(...LOGIN)
    .option(...YES)
    .addHelpText("after", example("dashboard user remove ben --yes"))
    .action(async (login, { yes }) => {
      await context.confirm(`Remove ${clean(login)}? They are signed out at once.`, yes);
      const person = await context.use(async ({ services: { people } }) => {
        const found = await people.byLogin(login);
        await people.remove(found, context.by);
        return found;
      });
      context.out.result(personJson(person), `Removed ${clean(person.login)}`);
    });
}

function personJson({ id, login, name, everywhere, shops, ...person }: Person) {
  return {
    id,
    login,
    name,
    role: everywhere,
    shops: shops.map(({ merchantId, role }) => ({ merchant_id: merchantId, role })),
    has_password: person.passwordHash !== null,
    has_factor: person.hasFactor,
    email: person.email,
    created_at: momentText(person.createdAt),
  };
}
