//! Reads recipes in XML: Evernote's notes, and formats that are recognised by the names of their elements and
//! attributes, such as MasterCook, Living Cookbook, Gourmet, COOKmate, CookML and RecipeML.

use crate::exchange::entries::Entries;
use crate::exchange::field::Field;
use crate::exchange::{ExportError, evernote, mapped};
use crate::unpack::{Element, Node, UnpackError, parse_xml};

pub(crate) fn read(
    bytes: &[u8],
    file: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    entries: &mut Entries,
) -> Result<(), ExportError> {
    let root = parse_xml(&crate::unpack::decode(bytes)).map_err(|error| match error {
        UnpackError::TooLarge => ExportError::TooLarge,
        _ => ExportError::Unreadable,
    })?;
    if root.name == "en-export" {
        return evernote::read(&root, entries);
    }
    let whole = Element { children: vec![Node::Element(root)], ..Element::default() };
    let is_recipe = |element: &Element| mapped::is_recipe(&Field::start_of_xml(element));
    for (index, element) in whole.outermost(is_recipe).into_iter().enumerate() {
        mapped::add(&Field::of_xml(element), format!("{}[{index}]", element.name), file, entries)?;
    }
    Ok(())
}
