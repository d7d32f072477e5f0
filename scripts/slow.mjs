// The parts of slow.sh that are no shell: the service, and the verdict.
import fs from "node:fs";
import http from "node:http";
import { judge, lostOf, median, num, pct, reader, row, turnsOf, write } from "./report.mjs";

const [what, ...args] = process.argv.slice(2);
if (what === "serve") serve(...args);
else verdict(...args);

// serve a model that does one request at a time, each in so many ms; PUT /slow/N makes
// that N times as much. Whoever went away before their turn is not served.
function serve(address, each) {
  const queue = [];
  let [slow, busy] = [1, false];
  const next = () => {
    const job = queue.shift();
    busy = job !== undefined;
    if (job?.gone()) return next();
    if (job) setTimeout(() => (job.answer(), next()), Number(each) * slow);
  };
  const server = http.createServer((req, res) => {
    const chunks = [];
    req.on("data", (c) => chunks.push(c));
    req.on("end", () => {
      if (req.method === "PUT") {
        slow = Number(req.url.split("/").pop());
        return res.end();
      }
      const { items } = JSON.parse(Buffer.concat(chunks).toString());
      const answer = () => {
        res.setHeader("Content-Type", "application/json");
        res.end(JSON.stringify({ values: items.map((item) => Math.log1p(item.rdeps) / 20) }));
      };
      queue.push({ answer, gone: () => res.destroyed });
      if (!busy) next();
    });
  });
  const [host, port] = address.split(":");
  server.listen(Number(port), host);
}

function verdict(base, rate) {
  const read = reader(base);
  const [from, to] = ["from", "to"].map((f) => Date.parse(fs.readFileSync(`${base}/${f}`, "utf8").trim()));
  const states = fs.readFileSync(`${base}/states`, "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));
  const of = {};
  for (const scene of ["uses", "beside"]) {
    const report = read(`slow_${scene}`);
    const [a, b] = [read(`slow_${scene}.before`), read(`slow_${scene}.after`)];
    const seen = states.filter((d) => d.scene === `slow_${scene}` && Date.parse(d.at) >= Date.parse(a.at));
    const events = read(`slow_${scene}.events`).items.filter((e) => Date.parse(e.at) >= Date.parse(a.at));
    const back = events.filter((e) => e.to === "normal").map((e) => Date.parse(e.at));
    const during = seen.filter((d) => Date.parse(d.at) >= from && Date.parse(d.at) <= to);
    of[scene] = {
      report, seen, events, state: b.state, lost: lostOf(report) / report.sums.due, lag: report.lag.p99_ms,
      moved: [...new Set(seen.flatMap((d) => d.modules.filter((m) => m.less > 0.01).map((m) => m.node)))],
      most: Math.max(0, ...during.flatMap((d) => d.modules.map((m) => m.less))), busy: median(during.map((d) => d.busy)),
      left: events.filter((e) => e.from === "normal" && e.to !== "normal").length,
      reversals: Math.max(...seen.map((d) => d.reversals)), turns: (turnsOf(events) * 60_000) / (Date.parse(b.at) - Date.parse(a.at)),
      normal: b.state === "normal" && back.length ? Math.max(0, (Math.max(...back) - to) / 1000) : b.state === "normal" ? 0 : Infinity,
    };
  }
  const { uses, beside } = of;
  console.log(`the service was three times as slow for ${((to - from) / 1000).toFixed(1)} s; both scenes were asked ${rate} times a second`);
  for (const [name, x] of Object.entries(of)) console.log(`${name.padEnd(8)} lost ${pct(x.lost)}, p50 ${x.report.latency.p50_ms.toFixed(1)} ms, p99 ${x.report.latency.p99_ms.toFixed(1)} ms, moved: ${x.moved.join(", ") || "nothing"}, reversals a minute ${x.turns.toFixed(1)}, at the end ${x.state}`);
  for (const e of [...uses.events].reverse().slice(0, 30)) console.log(`  ${((Date.parse(e.at) - from) / 1000).toFixed(1).padStart(6)} s ${e.from} → ${e.to} ${e.plan} ${e.why}`);
  for (const d of uses.seen.filter((_, i) => i % 10 === 0)) {
    const m = d.modules.find((x) => x.node === "liked");
    console.log(`  ${((Date.parse(d.at) - from) / 1000).toFixed(1).padStart(6)} s ${d.state.padEnd(11)} without liked ${pct(m.less).padStart(10)} ${m.cause ?? ""} late ${pct(d.late)}, busy ${pct(d.busy)}`);
  }
  const lag = Math.max(uses.lag, beside.lag);
  const checks = [
    ["the generator is in time", lag <= 5, `late by ${lag.toFixed(2)} ms, at most 5`],
    ["the server's processor idles", uses.busy <= 0.5, `busy ${pct(uses.busy)}, median while the service is slow`],
    ["what asks the service does without it", uses.left > 0 && uses.most > 0.5, `for ${pct(uses.most)} of the users at most`],
    ["nothing else of it moves", uses.moved.every((n) => n === "liked"), uses.moved.join(", ") || "nothing moved"],
    ["the scene beside it stays NORMAL", beside.left === 0 && beside.moved.length === 0, beside.left ? `left it ${beside.left} times` : "it never left it"],
    ["and loses nothing", beside.lost === 0, pct(beside.lost)],
    ["what asks the service loses a thousandth at most", uses.lost <= 0.001, pct(uses.lost)],
    ["four reversals a minute at most", uses.turns <= 4 && uses.reversals <= 4, `${uses.turns.toFixed(1)}, within the worst minute ${uses.reversals}`],
    ["NORMAL again by itself", uses.normal !== Infinity, uses.normal === Infinity ? uses.state : `${uses.normal.toFixed(1)} s after the service was well`],
  ];
  if (judge(checks) === "VOID" || !process.env.SLOW_WRITE) return;
  const told = `a service at a third of its speed for ${Math.round((to - from) / 1000)} s, over HTTP, the server's processor idle`;
  write("slow", [
    row("slow.lost", `${told}: lost of the scene that asks it`, num(100 * uses.lost, "%"), "≤ 0.1 %", uses.lost <= 0.001, num(100 * beside.lost, "%"), "the scene beside it"),
    row("slow.moved", "the same: nodes that do not ask it and moved, of both scenes", String(uses.moved.filter((n) => n !== "liked").length + beside.moved.length), "0", uses.moved.every((n) => n === "liked") && beside.moved.length === 0),
    row("slow.turns", "the same: reversals a minute", num(uses.turns, ""), "≤ 4", uses.turns <= 4 && uses.reversals <= 4),
    row("slow.normal", "the same: NORMAL after the service is well", uses.normal === Infinity ? "–" : num(uses.normal, "s"), "–", uses.normal !== Infinity),
  ]);
}
