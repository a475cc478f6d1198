/** Prometheus' own checks, where they are installed. */

/** Runs promtool with a text as its input; what it complains of, empty when it does not. */
export async function promtool(args: readonly string[], input = ""): Promise<string> {
  const child = new Deno.Command("promtool", {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("").trim();
  return success ? "" : said || "it failed without a word";
}
