// Shows checkout pages in place of <div data-checkout="LINK"></div>, as tall as their content.
(() => {
  const SELECTOR = "[data-checkout]";
  const MAX_HEIGHT = 20_000;
  /** The origin of each frame's page, by frame. */
  const origins = new Map();

  function embed(place) {
    const link = document.createElement("a");
    link.href = place.dataset.checkout;
    if (!/^https?:$/.test(link.protocol)) return;
    const frame = document.createElement("iframe");
    frame.src = link.href;
    frame.title = place.title || "Checkout";
    Object.assign(frame.style, { border: 0, display: "block", height: "40rem", width: "100%" });
    place.removeAttribute("data-checkout");
    place.replaceChildren(frame);
    origins.set(frame, link.origin);
  }

  function embedAll() {
    for (const frame of origins.keys()) if (!frame.isConnected) origins.delete(frame);
    document.querySelectorAll(SELECTOR).forEach(embed);
  }

  // Only the frame's own page says how tall it is; other windows and other pages are not heard.
  addEventListener("message", ({ source, origin, data }) => {
    for (const [frame, from] of origins) {
      if (source === null || source !== frame.contentWindow || origin !== from) continue;
      const height = data?.checkoutHeight;
      if (!(height > 0 && height <= MAX_HEIGHT)) continue;
      frame.style.height = `${Math.ceil(height)}px`;
    }
  });

  embedAll();
  // Links that the page adds later, for example when its cart is ready.
  new MutationObserver(embedAll).observe(document, {
    attributeFilter: ["data-checkout"],
    childList: true,
    subtree: true,
  });
})();
