/** A form as browsers send it: one with a file in parts. */
export async function encoded(pairs: readonly (readonly [string, string])[]) {
  const isUpload = pairs.some(([name]) => name === "file");
  const form = isUpload ? new FormData() : new URLSearchParams();
  for (const [name, value] of pairs) {
    if (name === "file" && form instanceof FormData) form.append(name, new File([value], name));
    else form.append(name, value);
  }
  const sent = new Response(form);
  const body = new Uint8Array(await sent.arrayBuffer());
  const headers = {
    "content-type": sent.headers.get("content-type") ?? "",
    "content-length": String(body.byteLength),
  };
  return { headers, body };
}
