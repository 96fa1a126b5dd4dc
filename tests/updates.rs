//! Documents that are changed: what a tree says otherwise changes, and not one byte more.

mod arbitrary;
mod edits;

use formwork_markup::{Markup, from_value, to_value};
use formwork_schema::{Result, document::Document, json::Node};
use serde::{Serialize, de::DeserializeOwned};

fn read<T: Document + DeserializeOwned>(markup: &Markup) -> Result<T> {
    from_value(&formwork_markup::read(markup, T::layout())?)
}

fn update<T: Document + Serialize>(markup: &Markup, tree: &T) -> Result<Vec<u8>> {
    formwork_markup::update(markup, T::layout(), &to_value(tree)?)
}

fn write<T: Document + Serialize>(tree: &T) -> Result<String> {
    formwork_markup::write(T::layout(), &to_value(tree)?)
}

fn to_json<T: Document + Serialize>(tree: &T) -> Result<serde_json::Value> {
    formwork_markup::to_json(T::layout(), &to_value(tree)?)
}

fn from_json<T: Document + DeserializeOwned>(node: &Node<'_>, text: &str) -> Result<T> {
    from_value(&formwork_markup::from_json(T::layout(), node, text)?)
}
