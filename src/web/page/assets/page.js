// Sends the forms of the checkout page and swaps its contents. The page works without it.

const status = document.getElementById("status");
const current = () => document.querySelector("main");
const inFrame = parent !== globalThis;
let isSending = false;
let timer;

/** Goes to another site: from a frame in the whole window, if the browser lets it. */
function leave(url) {
  try {
    top.location.href = url;
  } catch {
    location.href = url;
  }
}

/** Puts the contents of an answer in place of those of the page. */
async function show(answer) {
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = next.querySelector("main");
  // Not a page with a state: let the browser show what it gets.
  if (!main?.dataset.state) return location.reload();
  for (const name of ["href", "action"]) {
    // Addresses are relative to that of the answer, which can be another than the page's.
    for (const element of main.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, new URL(element.getAttribute(name), answer.url));
    }
  }
  main.dataset.path = new URL(main.dataset.path, answer.url);
  const isElsewhere = main.dataset.state.split(".")[1] !== current().dataset.state.split(".")[1];
  const { id } = document.activeElement;
  const part = document.activeElement.closest("section")?.id;
  if (document.querySelector("#order[open]")) {
    main.querySelector("#order")?.setAttribute("open", "");
  }
  // Browsers complain of a second one in a page.
  const wanted = main.querySelector("[autofocus]");
  wanted?.removeAttribute("autofocus");
  document.title = next.title;
  current().replaceWith(document.adoptNode(main));
  if (answer.ok) history.replaceState(null, "", answer.url);
  const places = [wanted, document.getElementById(id)];
  places.push(main.querySelector(`#${part}.open h2, #${part} summary`));
  places.push(main.querySelector(".open h2, .single h1"));
  const place = places.find((one) => one?.checkVisibility());
  place?.focus({ preventScroll: true });
  if (isElsewhere) scrollTo(0, 0);
  else place?.scrollIntoView({ block: "nearest" });
  status.textContent = main.querySelector("[role=status]")?.textContent ?? "";
  poll();
}

async function send(url, body) {
  current().setAttribute("aria-busy", "true");
  status.textContent = "";
  const headers = { "X-Page-Script": "1" };
  const answer = await fetch(url, { method: "POST", body, headers }).catch(() => null);
  const elsewhere = answer?.headers.get("X-Page-Location");
  // The form stays sent: a second click must not pay twice.
  if (elsewhere) return leave(elsewhere);
  isSending = false;
  current().removeAttribute("aria-busy");
  status.classList.toggle("toast", !answer);
  if (answer) await show(answer);
  else status.textContent = status.dataset.offline;
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  send(event.target.action, new URLSearchParams(new FormData(event.target)));
});

// Back from another site shows the page as it was left: ask for it as it is.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** Looks whether the state of a payment under way has changed, while the page is seen. */
function poll() {
  clearInterval(timer);
  const { poll: seconds } = current().dataset;
  if (seconds) timer = setInterval(look, seconds * 1000);
}

async function look() {
  const { path, state } = current().dataset;
  if (document.hidden || isSending) return;
  try {
    const answer = await fetch(`${path}/state`);
    if (!answer.ok || (await answer.text()).trim() !== state) await show(await fetch(path));
  } catch {
    // The next look may have a connection.
  }
}

if (inFrame) {
  document.documentElement.classList.add("framed");
  const tell = () => parent.postMessage({ checkoutHeight: document.body.offsetHeight }, "*");
  new ResizeObserver(tell).observe(document.body);
}
poll();
