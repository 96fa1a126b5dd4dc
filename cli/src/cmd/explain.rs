//! `formwork explain`: what a rule is about.

use formwork_formats::rules;
use formwork_schema::Rule;
use serde_json::{Value, json};

use crate::{
    args::{Args, Explain},
    output,
    report::{Failure, Outcome},
    table::Table,
};

pub(crate) fn run(args: &Args, of: &Explain) -> Result<Outcome, Failure> {
    let mut meant = Vec::new();
    for name in &of.codes {
        let called = rules::called(name);
        if called.is_empty() {
            let message = format!("there is no rule `{name}`; `formwork explain` lists them");
            return Err(Failure::usage(message));
        }
        meant.extend(called);
    }
    let is_list = of.codes.is_empty();
    if is_list {
        meant = rules::all();
    }
    if args.json {
        for rule in meant {
            output::json(&as_json(rule));
        }
    } else if is_list {
        list(&meant);
    } else {
        let told: Vec<String> = meant.into_iter().map(rules::explain).collect();
        output::lines(told.join("\n").trim_end());
    }
    Ok(Outcome::Ok)
}

fn list(all: &[&Rule]) {
    let mut table = Table::new(["RULE", "SEVERITY", "WHAT IS WRONG"]);
    for rule in all {
        table.row([rule.code, rule.severity.name(), rule.summary]);
    }
    for line in table.lines() {
        output::line(line);
    }
}

fn as_json(rule: &Rule) -> Value {
    let mut object = json!({
        "formwork": 1,
        "code": rule.code,
        "severity": rule.severity.name(),
        "summary": rule.summary,
        "why": rule.why,
        "source": rule.source,
        "example": rule.example,
        "remedy": rule.remedy,
    });
    for effect in rule.effects_by_behavior() {
        object[effect.does.name()] = effect.engines.ids().collect();
    }
    object
}
