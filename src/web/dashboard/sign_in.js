// A link to sign in has its token behind a `#`: into its field, and out of the address.
const field = document.querySelector("input[name=link]");
const token = location.hash.slice(1);
if (field && token) {
  field.value = token;
  history.replaceState(null, "", location.pathname);
  document.querySelector("input[name=password]")?.focus();
}
