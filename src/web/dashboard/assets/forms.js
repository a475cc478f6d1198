// A form that is sent twice within moments, as by a double click, is sent once: the first answer is shown.
const sentAt = new WeakMap();
document.addEventListener("submit", (event) => {
  const { target: form, timeStamp } = event;
  if (form.method !== "post") return;
  if (timeStamp - (sentAt.get(form) ?? -Infinity) < 2000) event.preventDefault();
  else sentAt.set(form, timeStamp);
});

// A file that is too long is refused at its field instead of being sent.
document.addEventListener("change", ({ target }) => {
  const max = Number(target.dataset?.maxMebibytes);
  if (!max) return;
  const isLong = (target.files[0]?.size ?? 0) > max * 2 ** 20;
  target.setCustomValidity(isLong ? `The file must have at most ${max} MiB` : "");
});

// A text is copied by a button where the browser allows it; elsewhere one click selects the text.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  }
}
