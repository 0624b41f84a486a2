// Any Node runs this file: only a recent one runs the TypeScript behind it.
const wanted = 24;
if (Number.parseInt(process.versions.node, 10) < wanted) {
  process.stderr.write(
    `Deploying needs Node ${wanted}, found ${process.versions.node}: install it from https://nodejs.org\n`,
  );
  process.exit(1);
}
await import('./synth.ts');
