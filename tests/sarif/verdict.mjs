// Prints what the multitool found in a report and exits with 1 if that is anything but the notes
// below. It writes JSON with a byte order mark.
import { readFileSync } from "node:fs";

const accepted = {
  SARIF2002: "wants messages by id, which GitHub doesn't take (GH1007)",
  SARIF2003: "wants the repository's address, which is known to the uploader only",
  SARIF2006: "asks the network for every address",
  SARIF2009: "wants rule ids like CS2001; ours are words, as is usual in this language's linters",
};

const log = JSON.parse(readFileSync(process.argv[2], "utf8").replace(/^\uFEFF/, ""));
const run = log.runs[0];
if (run.invocations?.[0]?.executionSuccessful !== true) {
  console.log("the validator did not run");
  process.exit(1);
}
const found = (run.results ?? []).filter(
  (result) => !(result.level === "note" && result.ruleId in accepted),
);
for (const result of found.slice(0, 20)) {
  console.log(`${result.ruleId} ${result.level ?? "warning"} ${JSON.stringify(result.message)}`);
}
process.exit(found.length > 0 ? 1 : 0);
