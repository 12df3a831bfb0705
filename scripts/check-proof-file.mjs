import { readFile } from 'node:fs/promises';
import { checkDocument } from '../web/portfolio/proof/check/check-document.ts';

// Prints `holds` and exits with 0, or prints what does not follow and exits with 1.
const [file] = process.argv.slice(2);
process.exitCode = await run();

async function run() {
  if (!file) return fail('Usage: npm run --silent check-proof FILE');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return fail(`${file} can't be read`);
  const document = parse(text);
  if (document !== null && countFields(document) !== countNames(text)) return fail('it names a field twice');
  const { holds, step, reason } = await checkDocument(document);
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

/**
 * The number of names of fields in a JSON text. If one is repeated, a reader may take the first for the true one, but only
 * the last is checked.
 * @param {string} text
 */
function countNames(text) {
  const stringOrName = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;
  let count = 0;
  for (let found = stringOrName.exec(text); found; found = stringOrName.exec(text)) if (found[1]) count += 1;
  return count;
}

/**
 * @param {unknown} value
 * @returns {number}
 */
function countFields(value) {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce((sum, item) => sum + countFields(item), 0);
  return Array.isArray(value) ? inside : inside + Object.keys(value).length;
}

/** @param {string | null} message */
function fail(message) {
  process.stdout.write(`${message}\n`);
  return 1;
}
