// A form with a passkey asks the browser for it, and is sent with the answer.
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const bytesOf = (text) =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (one) => one.charCodeAt(0),
  );
const credentials = (ids) => ids.map((id) => ({ type: "public-key", id: bytesOf(id) }));

async function make(options) {
  const { rawId, response } = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: credentials(options.excludeCredentials),
    },
  });
  return {
    id: textOf(rawId),
    client: textOf(response.clientDataJSON),
    data: textOf(response.getAuthenticatorData()),
    key: textOf(response.getPublicKey()),
  };
}

async function use(options) {
  const { rawId, response } = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: credentials(options.allowCredentials),
    },
  });
  return {
    id: textOf(rawId),
    client: textOf(response.clientDataJSON),
    data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user: response.userHandle?.byteLength ? textOf(response.userHandle) : null,
  };
}

function tell(form, text) {
  const banner = form.querySelector(".banner") ?? document.createElement("p");
  banner.className = "banner bad";
  banner.role = "alert";
  banner.textContent = text;
  form.prepend(banner);
}

for (const field of document.querySelectorAll("input[data-passkey]")) {
  const { form } = field;
  const options = JSON.parse(field.dataset.passkey);
  let isAsking = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    try {
      field.value = JSON.stringify(await (options.user ? make : use)(options));
      form.submit();
    } catch (error) {
      isAsking = false;
      const isKnown = error.name === "InvalidStateError";
      tell(form, isKnown ? "This device has a passkey already" : "No passkey was used: try again");
    }
  });
}
