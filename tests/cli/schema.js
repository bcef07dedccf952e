// SPDX-License-Identifier: MIT
// node schema.js SCHEMA: holds the schema itself to the draft, its examples to their own place in it, and then every file named on standard input, one line each:
// "valid FILE", "invalid FILE: where and why" or "no-json FILE". "#/$defs/hardware FILE" asks for that part.
"use strict";
const fs = require("fs");
const Ajv2020 = require("ajv/dist/2020");

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const schema = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
ajv.addSchema(schema, "spec");

let examples = 0;
let undescribed = 0;
function checkExamples(node, pointer) {
	if (node === null || typeof node !== "object")
		return;
	const isKey = /\/properties\/[^/]*$/.test(pointer);
	if (isKey && !(node.description && node.examples)) {
		undescribed++;
		console.log(`undescribed ${pointer}`);
	}
	for (const example of isKey ? node.examples || [] : []) {
		const validate = ajv.getSchema(`spec#${pointer}`);
		examples++;
		if (!validate(example))
			console.log(`wrong example ${pointer}: ${JSON.stringify(example)}: ${ajv.errorsText(validate.errors)}`);
	}
	for (const [name, child] of Object.entries(node))
		if (name !== "examples" && name !== "enum")
			checkExamples(child, `${pointer}/${encodeURIComponent(name.replace(/~/g, "~0").replace(/\//g, "~1"))}`);
}
checkExamples(schema, "");
console.log(`examples ${examples}`);

for (const line of fs.readFileSync(0, "utf8").split("\n").filter((text) => text)) {
	const part = line.startsWith("#") ? line.split(" ")[0] : "";
	const file = part ? line.slice(part.length + 1) : line;
	const validate = ajv.getSchema(`spec${part}`);
	let value;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync(file)));
	} catch {
		console.log(`no-json ${file}`);
		continue;
	}
	const why = () => validate.errors.slice(0, 3).map((e) => `${e.instancePath || "/"} ${e.message}`).join("; ");
	console.log(validate(value) ? `valid ${file}` : `invalid ${file}: ${why()}`);
}
