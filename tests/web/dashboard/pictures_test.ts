/** Pictures of products in the dashboard: adding, ordering and removing them without a script. */
import assert from "node:assert/strict";
import { aProduct, int64 } from "../../support/builders.ts";
import { bytes, ihdr, PNG_HEAD } from "../../pictures/png.ts";
import { audited, location, withOwner } from "./owner.ts";

/** The head of a PNG file, made different by its width. */
const picture = (width: number) => bytes(PNG_HEAD, ihdr(width, 9), [0, 0, 0, 0], "IDAT0000");

type Scene = Parameters<Parameters<typeof withOwner>[1]>[0];

/** Sends a file as a browser does. */
async function upload({ dashboard, owner, path }: Scene, file: Uint8Array<ArrayBuffer>) {
  const { origin } = dashboard;
  const body = new FormData();
  body.append("picture", new File([file], "mug.png"));
  const request = new Request(`${origin}${path}/1/pictures`, { method: "POST", body });
  request.headers.set("host", new URL(origin).host);
  request.headers.set("cookie", `ck=${owner.cookie}`);
  request.headers.set("sec-fetch-site", "same-origin");
  const response = await dashboard.fetch(request, () => "192.0.2.1");
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function withMug(test: (scene: Scene) => Promise<void>): Promise<void> {
  await withOwner("products", async (scene) => {
    const { store, merchant } = scene;
    await store.commit([{ kind: "product.put", merchantId: merchant.id, product: aProduct() }]);
    await test(scene);
  });
}

async function picturesOf({ store, merchant }: Scene): Promise<readonly string[]> {
  return (await store.catalog.products(merchant.id, [int64(1)])).get(int64(1))?.pictures ?? [];
}

Deno.test("a picture is added to a product, moved and removed, and shown in page and list", () =>
  withMug(async (scene) => {
    const { owner, path } = scene;
    const added = await upload(scene, picture(1));
    assert.deepEqual([added.status, location(added)], [303, `${path}/1?saved=1`]);
    await upload(scene, picture(2));
    const [a = "", b = ""] = await picturesOf(scene);
    const { text } = await owner.get(`${path}/1`);
    assert.deepEqual(
      [...text.matchAll(/<img class="thumbnail" src="([^"]+)" alt="([^"]+)"/g)]
        .map(([, src, alt]) => [src, alt]),
      [
        [`${path}/1/thumbnails/${a}`, "Picture 1 of Mug"],
        [`${path}/1/thumbnails/${b}`, "Picture 2 of Mug"],
      ],
    );
    const small = await owner.get(`${path}/1/thumbnails/${a}`);
    assert.deepEqual(
      ["content-type", "cache-control"].map((name) => small.headers.get(name)),
      ["image/jpeg", "private, max-age=31536000, immutable"],
    );
    assert.ok((await owner.get(path)).text.includes(`${path}/1/thumbnails/${a}`));
    const change = (hash: string, what: string) =>
      owner.post(`${path}/1/pictures/${hash}`, { change: what });
    await change(b, "earlier");
    assert.deepEqual(await picturesOf(scene), [b, a]);
    await change(b, "later");
    assert.deepEqual(await picturesOf(scene), [a, b]);
    await change(a, "remove");
    assert.deepEqual(await picturesOf(scene), [b]);
    assert.equal((await owner.get(`${path}/1/thumbnails/${a}`)).status, 404);
    assert.equal((await change(a, "remove")).status, 422);
    assert.equal((await audited(scene)).length, 5);
  }));

Deno.test("a file that is no picture, or too long, is refused beside its field", () =>
  withMug(async (scene) => {
    const refused = async (file: Uint8Array<ArrayBuffer>) => {
      const { status, text } = await upload(scene, file);
      return [status, /id="picture-picture-error">([^<]*)</.exec(text)?.[1]];
    };
    assert.deepEqual(await refused(bytes("GIF89a")), [
      422,
      "The picture must be a JPEG, PNG or WebP file, and this is a GIF file",
    ]);
    assert.deepEqual(await refused(bytes()), [422, "Choose a picture"]);
    assert.deepEqual(await refused(bytes(picture(1), new Uint8Array(10_000_000))), [
      413,
      "The picture must be at most 10 MB: save it with a lower quality",
    ]);
    assert.deepEqual(await refused(new Uint8Array(11_000_000)), [
      413,
      "The file must have at most 10 MiB",
    ]);
    assert.deepEqual(await picturesOf(scene), []);
  }));
