/** An engine of the store. */
export type Engine = "sqlite" | "postgres";

/** SQL for both engines, or that of each where they differ. */
export type Sql = string | Readonly<Record<Engine, string>>;

/** SQL of one engine. */
export function sqlFor(engine: Engine, text: Sql): string {
  return typeof text === "string" ? text : text[engine];
}

/** Composes SQL, of which some parts may differ. */
export function sql(
  texts: TemplateStringsArray,
  ...parts: readonly Sql[]
): Readonly<Record<Engine, string>> {
  const of = (engine: Engine) => String.raw({ raw: texts }, ...parts.map((p) => sqlFor(engine, p)));
  return { sqlite: of("sqlite"), postgres: of("postgres") };
}

/** The SQL of both engines. */
export function allOf(text: Sql): string {
  return typeof text === "string" ? text : Object.values(text).join("\n");
}
