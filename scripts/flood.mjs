// The parts of flood.sh that are no shell: the requests, and the verdict.
import { judge, lostOf, median, num, pct, reader, row, turnsOf, write } from "./report.mjs";

const [what, ...args] = process.argv.slice(2);
if (what === "requests") requests();
else if (what === "capacity") console.log(1 / plansOf(reader(args[0]), 0, Number(args[1]))[0].cost);
else verdict(...args);

// requests of people of the demo and of strangers, the same every time.
function requests() {
  let seed = 7;
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let i = 0; i < 4000; i++) {
    const kind = next(20);
    const user = { id: `p${String(1 + next(500)).padStart(4, "0")}`, active_days: 3 + next(190) };
    let tier = "";
    if (kind < 3) [user.id, user.active_days, tier] = [`guest-${next(1e6)}`, next(3), "newcomers"];
    else if (kind < 8) [user.active_days, tier] = [200 + next(300), "loyal"];
    console.log(JSON.stringify({ request: { user }, tier }));
  }
}

function verdict(base, rate, peak, seconds, rounds) {
  const read = reader(base);
  [rate, peak, seconds, rounds] = [rate, peak, seconds, rounds].map(Number);
  const plans = plansOf(read, 1, rounds); // around the acting flood
  const capacity = 1 / plansOf(read, 0, 1)[0].cost;
  const [first, last] = [plansOf(read, 1, rounds - 2)[0].cost, plansOf(read, rounds - 2, rounds)[0].cost];
  const drift = Math.max(first, last) / Math.min(first, last) - 1;
  const tail = read("tail");
  const of = {};
  for (const what of ["watch", "act"]) {
    const report = read(what);
    const [a, b] = [read(`${what}.before`), read(`${what}.after`)];
    const parts = what === "act" ? [report, tail] : [report];
    const s = {};
    for (const k of Object.keys(report.sums)) s[k] = parts.reduce((n, r) => n + r.sums[k], 0);
    const asked = ((b.asked - a.asked) * s.due) / Math.max(1, s.due - s.unsent);
    const fell = Date.parse(a.at) + 600 * seconds;
    const events = read(`${what}.events`).items.filter((e) => Date.parse(e.at) >= fell - 600 * seconds);
    const back = events.filter((e) => e.to === "normal" && e.from !== "normal").map((e) => Date.parse(e.at));
    const left = events.some((e) => e.from === "normal" && e.to !== "normal");
    const gain = (b.given - a.given) / asked;
    of[what] = {
      report, events, state: b.state,
      lost: lostOf({ sums: s }) / s.due, shed: s.shed / s.due, late: (s.late + s.unsent) / s.due, failed: s.failed / s.due,
      p99: report.latency.p99_ms, lag: Math.max(...parts.map((r) => r.lag.p99_ms)),
      gain, kept: gain / optimumOf(plans, parts, b.tiers), turns: (turnsOf(events) * 60_000) / (Date.parse(b.at) - Date.parse(a.at)),
      normal: b.state !== "normal" ? Infinity : left && back.length ? Math.max(0, (Math.max(...back) - fell) / 1000) : 0,
    };
  }
  const kept = of.act.kept;
  const line = (name, f) => console.log(name.padEnd(34), f(of.watch).padStart(14), f(of.act).padStart(14));
  console.log("".padEnd(34), "watched".padStart(14), "acting".padStart(14));
  line("lost", (x) => pct(x.lost));
  line("  refused", (x) => pct(x.shed));
  line("  late or unsent", (x) => pct(x.late));
  line("  failed", (x) => pct(x.failed));
  line("99th percentile", (x) => `${x.p99.toFixed(1)} ms`);
  line("gain, of full plans for all", (x) => pct(x.gain));
  line("  of the offline optimum", (x) => pct(x.kept));
  line("NORMAL after the fall", (x) => (x.normal === Infinity ? x.state : `${x.normal.toFixed(1)} s`));
  line("generator late, 99th percentile", (x) => `${x.lag.toFixed(2)} ms`);
  line("reversals a minute", (x) => x.turns.toFixed(1));
  const believed = new Map(read("believed").items.map((p) => [p.plan, `${(p.cost_us / 1000).toFixed(3)} ms`]));
  console.log(`${"plans, each alone on the processor".padEnd(66)} a request       gain   believed`);
  for (const p of plans)
    console.log(`  ${p.name.slice(0, 64).padEnd(64)} ${(1000 * p.cost).toFixed(3).padStart(6)} ms ${pct(p.gain).padStart(10)} ${(believed.get(p.name) ?? "").padStart(10)}`);
  for (const e of of.act.events.slice(0, 14)) console.log(`  ${e.at.slice(11, 19)} ${e.from} → ${e.to} ${e.plan} ${e.why}`);
  const checks = [
    ["the generator is in time", Math.max(of.watch.lag, of.act.lag) <= 5, `late by ${Math.max(of.watch.lag, of.act.lag).toFixed(2)} ms, at most 5`],
    ["the processor is as fast after it as before", drift <= 0.15, `full plan ${(1000 * first).toFixed(2)} and ${(1000 * last).toFixed(2)} ms, at most 15 % apart`],
    ["a full plan takes half a millisecond", plans[0].cost >= 0.0005, `${(1000 * plans[0].cost).toFixed(2)} ms`],
    ["the peak is 8 to 9 times the base", peak / rate >= 8 && peak / rate <= 9.05, (peak / rate).toFixed(2)],
    ["and over twice the capacity", peak * plans[0].cost > 2, (peak * plans[0].cost).toFixed(2)],
    ["watched, a fifth is lost", of.watch.lost >= 0.2, pct(of.watch.lost)],
    ["acting, a thousandth at most", of.act.lost <= 0.001, pct(of.act.lost)],
    ["95 % of the optimum are kept", fits(kept), `${pct(kept)}${kept > 1.05 ? ", more than there is: the costs are measured too high" : ""}`],
    ["four reversals a minute at most", of.act.turns <= 4, of.act.turns.toFixed(1)],
    ["NORMAL within 20 s", of.act.normal <= 20, of.act.normal === Infinity ? of.act.state : `${of.act.normal.toFixed(1)} s`],
  ];
  if (judge(checks, 2) === "VOID" || !process.env.FLOOD_WRITE) return;
  const told = `a page of the demo over HTTP, server on one processor, ${rate} to ${peak} requests a second, full plans: ${Math.round(capacity)}`;
  const bare = "the same without degradation";
  write("flood", [
    row("flood.lost", `${told}: lost`, num(100 * of.act.lost, "%"), "≤ 0.1 %", of.act.lost <= 0.001, num(100 * of.watch.lost, "%"), bare),
    row("flood.p99", "the same: 99th percentile", num(of.act.p99, "ms"), "≤ 120 ms", of.act.p99 <= 120, num(of.watch.p99, "ms"), bare),
    row("flood.kept", "the same: gain, of the offline optimum by measured costs", num(100 * kept, "%"), "≥ 95 %", fits(kept)),
    row("flood.normal", "the same: NORMAL after the fall", of.act.normal === Infinity ? "–" : num(of.act.normal, "s"), "≤ 20 s", of.act.normal <= 20),
  ]);
}

// plansOf what was forced in some of the rounds, from the full one on: seconds of the
// processor a request, by how many a second it answered in the median of them, and what
// share of the gain of full plans is given. Plans are known by what they leave out: the
// levels of one round may be others than those of the next.
function plansOf(read, from, to) {
  const by = new Map();
  for (let round = from; round < to; round++)
    for (const k of read.numbered(`plan.${round}`)) {
      const [r, b] = [read(`plan.${round}.${k}`), read(`plan.${round}.${k}.after`)];
      const t = b.tiers[0];
      const p = by.get(t.plan) ?? { name: t.plan, gain: t.gain, costs: [] };
      p.costs.push(r.took_s / r.sums.ok);
      by.set(t.plan, p);
    }
  return [...by.values()].map((p) => ({ ...p, cost: median(p.costs) })).sort((a, b) => b.gain - a.gain);
}

// optimumOf plans: the share of the weighted gain of full plans that is kept by whoever
// knows every second's arrivals and leaves no time of the processor unused. To refuse
// costs nothing. Which tier has which plan is sought over the concave hull.
function optimumOf(plans, reports, tiers) {
  const hull = [{ cost: 0, gain: 0 }];
  for (const p of [...plans].sort((a, b) => a.cost - b.cost)) {
    const slope = (a, b) => (b.gain - a.gain) / (b.cost - a.cost);
    if (p.gain <= hull.at(-1).gain) continue;
    while (hull.length > 1 && slope(hull.at(-2), hull.at(-1)) <= slope(hull.at(-1), p)) hull.pop();
    hull.push(p);
  }
  const sent = new Map(reports[0].tiers.map((t) => [t.tier, t.sent / reports[0].sums.due]));
  const none = 1 - [...sent.values()].reduce((a, b) => a + b, 0);
  const steps = tiers.flatMap((t) =>
    hull.slice(1).map((up, k) => {
      const [cost, gain] = [up.cost - hull[k].cost, t.weight * (up.gain - hull[k].gain)];
      return { share: t.tier === "" ? none : (sent.get(t.tier) ?? 0), cost, gain, ratio: gain / cost };
    }),
  ).sort((a, b) => b.ratio - a.ratio);
  let [got, all] = [0, 0];
  for (const { due } of reports.flatMap((r) => r.points)) {
    let left = 1; // second of the processor
    for (const s of steps) {
      const n = Math.min(due * s.share, left / s.cost);
      left -= n * s.cost;
      got += n * s.gain;
      all += due * s.share * s.gain;
    }
  }
  return got / all;
}

// fits: above the optimum by more than noise nobody can be.
function fits(kept) {
  return kept >= 0.95 && kept <= 1.05;
}
