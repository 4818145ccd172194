// Imported before everything else, and written for any Node with ES modules, so that an old one gets this far.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Tillhouse needs Node 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}
