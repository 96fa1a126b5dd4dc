//! Which field of an element its child elements belong to, by their names.

use formwork_schema::{
    Layout,
    layout::{
        Struct,
        xml::{Item, Member, Role},
    },
};

/// The field that keeps the first child element of this name as XML.
pub(crate) fn verbatim<'l>(of: &'l Struct, name: &str) -> Option<Member<'l>> {
    let is_it =
        |member: &Member<'_>| matches!(member.role, Role::Verbatim(known) if **known == *name);
    of.members().find(is_it)
}

/// The place of the field that has the first child element of this name alone; none for items of lists.
pub(crate) fn only_of(layout: &Layout, of: &Struct, name: &str) -> Option<usize> {
    let verbatim = verbatim(of, name).map(|member| member.place);
    verbatim.or_else(|| {
        let (member, _) = known(layout, of, name)?;
        matches!(member.role, Role::Child).then_some(member.place)
    })
}

/// The field that takes child elements of this name, and which of its items they are.
pub(crate) fn known<'l>(
    layout: &'l Layout,
    of: &'l Struct,
    name: &str,
) -> Option<(Member<'l>, Item<'l>)> {
    of.members().find_map(|member| {
        let mut items = layout.items_of(member).into_iter();
        Some((member, items.find(|item| item.is(name))?))
    })
}

/// What child elements of this name may contain; none for those that nobody looks into.
pub(crate) fn element_of<'l>(layout: &'l Layout, of: &'l Struct, name: &str) -> Option<&'l Struct> {
    let is_kept = verbatim(of, name).is_some();
    known(layout, of, name)
        .and_then(|(_, item)| item.element)
        .filter(|_| !is_kept)
}
