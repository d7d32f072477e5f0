// What the scripts that measure floods have in common: the reports they read, the
// verdict they print, and the rows they write.
import fs from "node:fs";

/** reader of the JSON files of a folder; numbered gives the numbers k of those called NAME.k. */
export function reader(base) {
  const read = (name) => JSON.parse(fs.readFileSync(`${base}/${name}.json`, "utf8"));
  read.numbered = (name) => {
    const numbers = [];
    while (fs.existsSync(`${base}/${name}.${numbers.length}.json`)) numbers.push(numbers.length);
    return numbers;
  };
  return read;
}

export const pct = (x) => `${(100 * x).toFixed(3)} %`;

export function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** requests that a report's users got no answer to in time. */
export function lostOf({ sums }) {
  return sums.late + sums.shed + sums.failed + sums.unsent;
}

/** turnsOf states: how often it got worse again after it had got better. */
export function turnsOf(events) {
  const order = ["normal", "recovering", "probing", "degraded", "shedding"];
  let [better, turns] = [false, 0];
  for (const e of [...events].sort((a, b) => a.seq - b.seq)) {
    const [from, to] = [order.indexOf(e.from), order.indexOf(e.to)];
    if (to < from) better = true;
    else if (to > from && better) [better, turns] = [false, turns + 1];
  }
  return turns;
}

/** judge checks, the first of which tell whether the run says anything; sets the exit code. */
export function judge(checks, conditions = 1) {
  for (const [name, ok, is] of checks) console.log(`  ${ok ? "passed" : "failed"}  ${name}: ${is}`);
  const verdict = !checks.slice(0, conditions).every((c) => c[1]) ? "VOID" : checks.every((c) => c[1]) ? "PASS" : "FAIL";
  console.log(verdict);
  process.exitCode = verdict === "PASS" ? 0 : 1;
  return verdict;
}

/** row of the page of benchmarks. */
export function row(name, what, is, reach, holds, theirs = "–", against = "–") {
  return `| \`${name}\` | ${what} | ${is} | ${theirs} | ${against} | – | ${reach} | ${holds ? "yes" : "**no**"} | – |`;
}

export const num = (x, unit) => `${Number(x.toPrecision(3))} ${unit}`;

/** write rows into the page of benchmarks, in the place of those of the same family. */
export function write(family, rows) {
  const path = "docs/benchmarks.md";
  const lines = fs.readFileSync(path, "utf8").split("\n").filter((l) => !l.startsWith(`| \`${family}.`));
  let last = 0;
  lines.forEach((l, i) => { if (l.startsWith("| `")) last = i; });
  lines.splice(last + 1, 0, ...rows);
  fs.writeFileSync(path, lines.join("\n"));
}
