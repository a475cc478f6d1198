// A link has its token behind a `#`: into the fields for it, and out of the address.
const fields = document.querySelectorAll("input[name=link]");
const token = location.hash.slice(1);
if (fields.length > 0 && token) {
  for (const field of fields) field.value = token;
  history.replaceState(null, "", location.pathname);
  document.querySelector("input[name=login], input[name=password]")?.focus();
}
