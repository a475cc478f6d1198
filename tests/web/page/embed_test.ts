/** The script of embedding pages, over a document of plain objects. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { EMBED } from "../../../src/web/page/assets/files.ts";

const PAGE = "https://pay.shop.example/c/token";

interface Message {
  readonly source: unknown;
  readonly origin: string;
  readonly data: unknown;
}

class Frame {
  readonly contentWindow = {};
  readonly style: Record<string, unknown> = {};
  isConnected = true;
  src = "";
  title = "";
}

class Place {
  readonly dataset: { checkout?: string };
  readonly title: string;
  children: Frame[] = [];

  constructor(checkout: string, title = "") {
    this.dataset = { checkout };
    this.title = title;
  }
  removeAttribute(): void {
    delete this.dataset.checkout;
  }
  replaceChildren(frame: Frame): void {
    this.children = [frame];
  }
}

/** Runs the script on a page with places, and gives its two ways in. */
function run(places: Place[]) {
  let hear: (message: Message) => void = () => {};
  let change: () => void = () => {};
  const document = {
    createElement: (name: string) => {
      if (name === "iframe") return new Frame();
      let url: URL | null = null;
      return {
        set href(text: string) {
          url = URL.parse(text, "https://shop.example/cart");
        },
        get href() {
          return url?.href ?? "";
        },
        get protocol() {
          return url?.protocol ?? ":";
        },
        get origin() {
          return url?.origin ?? "";
        },
      };
    },
    querySelectorAll: () => places.filter(({ dataset }) => dataset.checkout !== undefined),
  };
  class MutationObserver {
    constructor(callback: () => void) {
      change = callback;
    }
    observe() {}
  }
  const addEventListener = (_type: string, listener: typeof hear) => hear = listener;
  new Function("document", "addEventListener", "MutationObserver", EMBED.text)(
    document,
    addEventListener,
    MutationObserver,
  );
  return { hear: (message: Message) => hear(message), change: () => change() };
}

function frameIn({ children: [frame] }: Place): Frame {
  ok(frame);
  return frame;
}

Deno.test("embed.js has at most 2 KB", () => {
  ok(new TextEncoder().encode(EMBED.text).length <= 2048);
});

Deno.test("embed.js puts a frame with a name into each place, later ones too", () => {
  const places = [new Place(PAGE), new Place("/c/other", "Pay here")];
  const { change } = run(places);
  deepEqual(places.map(frameIn).map(({ src, title }) => [src, title]), [
    [PAGE, "Checkout"],
    ["https://shop.example/c/other", "Pay here"],
  ]);
  const first = frameIn(places[0] as Place);
  places.push(new Place(PAGE));
  change();
  ok(frameIn(places[2] as Place));
  equal(frameIn(places[0] as Place), first, "an embedded page is not loaded again");
});

Deno.test("embed.js takes links of http and https only", () => {
  for (const link of ["javascript:alert(1)", "data:text/html,x", "blob:https://x/y", "https://"]) {
    const place = new Place(link);
    run([place]);
    deepEqual(place.children, [], link);
  }
});

Deno.test("embed.js takes a height from the frame's own window and origin only", () => {
  const places = [new Place(PAGE), new Place("https://other.example/c/x")];
  const { hear } = run(places);
  const [frame, other] = places.map(frameIn);
  ok(frame && other);
  const origin = "https://pay.shop.example";
  const source = frame.contentWindow;
  hear({ source, origin, data: { checkoutHeight: 812.4 } });
  equal(frame.style["height"], "813px");
  equal(other.style["height"], "40rem");
  const data = { checkoutHeight: 99 };
  for (
    const ignored of [
      { source: {}, origin, data },
      { source: null, origin, data },
      { source: other.contentWindow, origin, data },
      { source, origin: "https://evil.example", data },
      { source, origin: "null", data },
      { source, origin, data: null },
      { source, origin, data: "99" },
      { source, origin, data: { checkoutHeight: -1 } },
      { source, origin, data: { checkoutHeight: Infinity } },
      { source, origin, data: { checkoutHeight: "1px;position:fixed" } },
    ]
  ) hear(ignored);
  deepEqual([frame.style["height"], other.style["height"]], ["813px", "40rem"]);
});

Deno.test("embed.js ignores a frame that was removed", () => {
  const place = new Place(PAGE);
  const { change, hear } = run([place]);
  const frame = frameIn(place);
  frame.isConnected = false;
  change();
  hear({
    source: frame.contentWindow,
    origin: "https://pay.shop.example",
    data: { checkoutHeight: 9 },
  });
  equal(frame.style["height"], "40rem");
});
