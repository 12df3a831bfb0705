import { readFile } from 'node:fs/promises';
import { checkDocument } from '../web/portfolio/proof/check/check-document.ts';

// Prints `holds` and exits with 0, or prints what does not follow and exits with 1.
const [file] = process.argv.slice(2);
process.exitCode = await run();

async function run() {
  if (!file) return fail('Usage: npm run --silent check-proof FILE');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return fail(`${file} can't be read`);
  const { holds, step, reason } = await checkDocument(parse(text));
  if (!holds) return fail(step === null ? reason : `step ${step} does not follow: ${reason}`);
  process.stdout.write('holds\n');
  return 0;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string | null} message */
function fail(message) {
  process.stdout.write(`${message}\n`);
  return 1;
}
