// The verdict of loud.sh.
import { judge, lostOf, median, num, pct, reader, row, turnsOf, write } from "./report.mjs";

const [base, windows, capacity] = process.argv.slice(2);
const read = reader(base);
const each = (what, scene) => Array.from({ length: Number(windows) }, (_, k) => read(`${what}.${k + 1}.${scene}`));
const sum = (list, f) => list.reduce((n, r) => n + f(r), 0);

const of = {};
let lag = 0;
for (const scene of ["core", "normal", "spare"]) {
  const [calm, loud] = [each("calm", scene), each("loud", scene)];
  const began = Date.parse(read(`${scene}.before`).at);
  const events = read(`${scene}.events`).items.filter((e) => Date.parse(e.at) >= began);
  const p99 = (list) => median(list.map((r) => r.latency.p99_ms));
  const p50 = (list) => median(list.map((r) => r.latency.p50_ms));
  lag = Math.max(lag, ...[...calm, ...loud].map((r) => r.lag.p99_ms));
  of[scene] = {
    calm: p99(calm), loud: p99(loud), rise: p99(loud) / p99(calm) - 1, all: [calm, loud].map((l) => l.map((r) => r.latency.p99_ms.toFixed(1)).join(" ")),
    calm50: p50(calm), loud50: p50(loud),
    lost: sum([...calm, ...loud], lostOf), due: sum([...calm, ...loud], (r) => r.sums.due), loudLost: sum(loud, lostOf) / sum(loud, (r) => r.sums.due),
    full: 1 - sum(loud, (r) => r.sums.degraded) / Math.max(1, sum(loud, (r) => r.sums.read)),
    left: events.filter((e) => e.from === "normal" && e.to !== "normal").length, turns: turnsOf(events),
    states: Array.from({ length: Number(windows) }, (_, k) => read(`${scene}.loud.${k + 1}`).state),
    events,
  };
}
const minutes = (Date.parse(read(`spare.loud.${windows}`).at) - Date.parse(read("spare.before").at)) / 60_000;
console.log("".padEnd(10), "p50 calm → loud".padStart(22), "p99 calm → loud".padStart(22), "rise".padStart(8), "lost".padStart(10), "full, loud".padStart(12), "  state after each loud window");
for (const [scene, x] of Object.entries(of)) {
  console.log(scene.padEnd(10), `${x.calm50.toFixed(2)} → ${x.loud50.toFixed(2)} ms`.padStart(22), `${x.calm.toFixed(2)} → ${x.loud.toFixed(2)} ms`.padStart(22), `${(100 * x.rise).toFixed(1)} %`.padStart(8), `${x.lost}/${x.due}`.padStart(10), pct(x.full).padStart(12), ` ${x.states.join(" ")}`);
}
for (const [scene, x] of Object.entries(of)) console.log(`  99th percentiles of ${scene}, calm: ${x.all[0]}; loud: ${x.all[1]}`);
for (const scene of ["core", "normal"]) for (const e of of[scene].events.slice(0, 6)) console.log(`  ${scene} ${e.at.slice(11, 19)} ${e.from} → ${e.to} ${e.plan} ${e.why}`);

const quiet = ["core", "normal"];
const stayed = (x) => x.left === 0 && x.states.every((s) => s === "normal");
const checks = [
  ["the generator is in time", lag <= 5, `late by ${lag.toFixed(2)} ms, at most 5`],
  ["the loud scene gives up", of.spare.full < 0.9, `${pct(of.spare.full)} of its answers were by the full plan`],
  ...quiet.map((s) => [`${s} stays NORMAL`, stayed(of[s]), of[s].left > 0 ? `left it ${of[s].left} times` : of[s].states.find((x) => x !== "normal") ?? "it never left it"]),
  ...quiet.map((s) => [`${s} loses nothing`, of[s].lost === 0, `${of[s].lost} of ${of[s].due}`]),
  ...quiet.map((s) => [`${s}: 99th percentile at most a tenth higher`, of[s].rise <= 0.1, `${of[s].calm.toFixed(2)} → ${of[s].loud.toFixed(2)} ms, ${(100 * of[s].rise).toFixed(1)} %`]),
  ["four reversals a minute at most", of.spare.turns / minutes <= 4, (of.spare.turns / minutes).toFixed(1)],
];
if (judge(checks) !== "VOID" && process.env.LOUD_WRITE) {
  const what = `a spare scene 9 times as loud, over HTTP, server on one processor, full plans: ${Math.round(capacity)} a second`;
  write("loud", [
    ...quiet.map((s) => row(`loud.${s}.p99`, `${what}: ${s} scene beside it, 99th percentile`, num(of[s].loud, "ms"), "≤ 110 %", of[s].rise <= 0.1, num(of[s].calm, "ms"), "the same while it is calm")),
    row("loud.lost", "the same: lost of core and normal", num((100 * (of.core.lost + of.normal.lost)) / (of.core.due + of.normal.due), "%"), "0 %", of.core.lost + of.normal.lost === 0, num(100 * of.spare.loudLost, "%"), "the loud scene"),
    row("loud.left", "the same: how often core or normal left NORMAL", String(of.core.left + of.normal.left), "0", quiet.every((s) => stayed(of[s]))),
  ]);
}
