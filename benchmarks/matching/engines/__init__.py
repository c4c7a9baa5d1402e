"""The engines, one module each; a module is imported only when its engine is measured."""
