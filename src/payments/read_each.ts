import { z } from "zod";

const namedSchema = z.object({ id: z.string() });

/** Reads the things of a list one by one: one whose form is not known hides no other one. */
export function readEach<Schema extends z.ZodType>(
  schema: Schema,
  items: readonly unknown[],
): { readonly read: readonly z.infer<Schema>[]; readonly unread: readonly string[] } {
  const read: z.infer<Schema>[] = [];
  const unread: string[] = [];
  for (const item of items) {
    const { success, data } = schema.safeParse(item);
    if (success) read.push(data);
    else unread.push(namedSchema.safeParse(item).data?.id.slice(0, 100) ?? "without an id");
  }
  return { read, unread };
}
